"""Signs programs and libraries for Windows with the certificate that the environment names, in place:

    SIGNING_CERTIFICATE=… SIGNING_PASSWORD=… python tools/windows/sign.py FILE

The first is a .pfx file in base64, the second its password; SIGNING_TIMESTAMP, which may be missing, is the address of
a server that confirms the time, so that the signature outlives the certificate. makensis runs this for what it makes.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CERTIFICATE: Final = "SIGNING_CERTIFICATE"
PASSWORD: Final = "SIGNING_PASSWORD"
TIMESTAMP: Final = "SIGNING_TIMESTAMP"

DIRECTORIES: Final = {0x10B: 96, 0x20B: 112}
"""Where, by its kind, an optional header tells the places of everything ("PE Format": data directories)."""


def is_configured() -> bool:
    """Say whether there is a certificate to sign with."""
    return bool(os.environ.get(CERTIFICATE))


def is_signed(content: bytes) -> bool:
    """Say whether a program or library has a signature, whosever it is: the fifth data directory leads to it."""
    (header,) = struct.unpack_from("<I", content, 0x3C)
    (kind,) = struct.unpack_from("<H", content, header + 24)
    _, size = struct.unpack_from("<II", content, header + 24 + DIRECTORIES[kind] + 4 * 8)
    return bool(size)


def sign(path: Path) -> None:
    """Sign a file; ends the program in a sentence if that cannot be done."""
    with TemporaryDirectory() as work:
        certificate, password, signed = (Path(work, name) for name in ("certificate.pfx", "password", "signed"))
        try:
            certificate.write_bytes(b64decode(os.environ[CERTIFICATE]))
        except ValueError:
            sys.exit(f"{CERTIFICATE} is not base64: give what `base64 certificate.pfx` prints.")
        password.write_text(os.environ.get(PASSWORD, ""))
        time = ["-ts", os.environ[TIMESTAMP]] if os.environ.get(TIMESTAMP) else []
        command = ["osslsigncode", "sign", "-pkcs12", str(certificate), "-readpass", str(password), "-h", "sha256"]
        files = ["-in", str(path), "-out", str(signed)]
        try:
            told = subprocess.run([*command, "-n", "Turnabout", *time, *files], capture_output=True, text=True)
        except FileNotFoundError:
            sys.exit("There is no osslsigncode to sign with: install it.")
        if told.returncode:
            sys.exit(f"{path.name} could not be signed with what {CERTIFICATE} holds:\n{told.stdout}{told.stderr}")
        path.write_bytes(signed.read_bytes())


if __name__ == "__main__":
    sign(Path(sys.argv[1]))
