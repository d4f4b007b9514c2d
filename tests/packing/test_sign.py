"""What is packed for Windows is signed where there is a certificate, but for what others have signed."""

from __future__ import annotations

import subprocess
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest

from tests.packing.fakes import VERSION, embeddable_files, write_program, write_wheel
from tests.real_software import program
from tests.support.books import copy_all
from tools.windows import sign
from tools.windows.layout import list_files
from tools.windows.make_dist import make_dist
from tools.windows.make_installer import make_installer
from tools.windows.runtime import Runtime

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def setup_to_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program("makensis")
    folder = tmp_path_factory.mktemp("unsigned") / "setup"
    folder.mkdir()
    (folder / "README.txt").write_bytes(b"Hello")
    (folder / "files.txt").write_text("".join(f"{line}\n" for line in list_files(folder)), "utf-8")
    return make_installer(folder, "1.2", compressor="zlib")


@pytest.fixture
def setup(setup_to_copy: Path, tmp_path: Path) -> Path:
    """A real program, which nobody has signed: the installer of a file."""
    return copy_all(setup_to_copy, tmp_path)


@pytest.fixture(scope="module")
def certificate_to_use(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program("osslsigncode")
    folder = tmp_path_factory.mktemp("certificate")
    key, made, both = (folder / name for name in ("key.pem", "certificate.pem", "certificate.pfx"))
    openssl = [program("openssl")]
    subject = ["-subj", "/CN=Somebody", "-addext", "extendedKeyUsage=codeSigning"]
    new = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", made, *subject]
    subprocess.run([*openssl, *new], check=True, capture_output=True)
    export = ["pkcs12", "-export", "-inkey", key, "-in", made, "-out", both, "-passout", "pass:a word"]
    subprocess.run([*openssl, *export], check=True)
    return made


@pytest.fixture
def certificate(certificate_to_use: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A certificate, signed by itself, with which all is to be signed from now on."""
    both = certificate_to_use.with_suffix(".pfx")
    monkeypatch.setenv(sign.CERTIFICATE, b64encode(both.read_bytes()).decode())
    monkeypatch.setenv(sign.PASSWORD, "a word")
    return certificate_to_use


def is_valid(path: Path, certificate: Path) -> bool:
    """Say whether a program has a signature by a certificate, and is as it was signed."""
    verify = [program("osslsigncode"), "verify", "-CAfile", certificate, "-in", path]
    return subprocess.run(verify, capture_output=True).returncode == 0


def test_the_installer_is_signed_where_there_is_a_certificate(setup: Path, certificate: Path) -> None:
    assert not sign.is_signed(setup.read_bytes())
    made = make_installer(setup.with_name("setup"), "1.2", compressor="zlib")
    assert sign.is_signed(made.read_bytes())
    assert is_valid(made, certificate)


def test_libraries_are_signed_unless_they_are(setup: Path, certificate: Path, tmp_path: Path) -> None:
    wheels = [write_program(tmp_path), write_wheel(tmp_path, "lists", {"lists/fast.pyd": setup.read_bytes()})]
    made = make_dist(Runtime(embeddable_files(), VERSION, False), wheels, tmp_path / "dist")
    app = made.with_suffix("") / "app"
    assert is_valid(app / "Lib" / "site-packages" / "lists" / "fast.pyd", certificate)
    assert (app / "python.exe").read_bytes() == embeddable_files()["python.exe"]
    with zipfile.ZipFile(made) as packed:
        (inside,) = (packed.read(name) for name in packed.namelist() if name.endswith("fast.pyd"))
    assert sign.is_signed(inside)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (sign.CERTIFICATE, "x", "SIGNING_CERTIFICATE is not base64"),
        (sign.PASSWORD, "another", r"setup\.exe could not be signed with what SIGNING_CERTIFICATE holds"),
        ("PATH", "", "There is no osslsigncode to sign with"),
    ],
)
def test_what_is_wrong_with_the_certificate_is_told(
    setup: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    before = setup.read_bytes()
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=said):
        sign.sign(setup)
    assert setup.read_bytes() == before
