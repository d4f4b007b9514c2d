#!/usr/bin/env bash
# Makes a folder with a Windows Python 3.11 for trying out, from the package index alone; it runs under Wine:
#     tools/windows/make_runtime.sh FOLDER
#     echo | wine FOLDER/python.exe -c "print('It runs.')" | cat
# python311.dll and the standard extension modules are in the Windows wheel of panda3d, which carries them for its own
# packages; the standard library is that of the Python that runs this ($PYTHON, python3); python.exe is compiled here.
# python3.dll is made, too, by which modules for every Python 3 find python311.dll, and what Wine 8 lacks: bcryptprimitives.dll,
# and wine-math.dll, where a numpy that is added must be patched to look (patch_numpy.py).
# Versions are those of constraints.txt.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
here=$project/tools/windows
folder=$(mkdir -p "$1" && cd "$1" && pwd)
python=${PYTHON:-python3}
target=(--platform win_amd64 --python-version 3.11 --only-binary=:all:)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$project"
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "Python 3.11 is needed to make it: PYTHON=python3.11 ...")'
"$python" -m venv "$work/venv"
python=$work/venv/bin/python
"$python" -m pip install --quiet -c constraints.txt pefile ziglang

compile() {  # compile NAME OF THE RESULT, SOURCES AND OPTIONS; without a C runtime, which would take a minute to make
    "$python" -m ziglang cc -target x86_64-windows-gnu -O2 -s -nostdlib -Wl,--entry=start -o "$work/$1" "${@:2}"
    mv "$work/$1" "$folder/$1"
}

"$python" -m pip download --quiet "${target[@]}" --no-deps -c constraints.txt -d "$work" panda3d
unzip -q -o -j "$work"/panda3d-*.whl 'deploy_libs/*' -x '*/tcl86t.dll' '*/tk86t.dll' '*/_tkinter.pyd' -d "$folder"
"$python" -m tools.windows.standard_library "$folder/python311.zip"
cp "$("$python" -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')/LICENSE.txt" "$folder"
printf 'python311.zip\r\n.\r\nLib\\site-packages\r\nimport site\r\n' > "$folder/python311._pth"
mkdir -p "$folder/Lib/site-packages"

printf 'LIBRARY python311.dll\nEXPORTS\nPy_Main\n' > "$work/python311.def"
"$python" -m ziglang dlltool -m i386:x86-64 -d "$work/python311.def" -l "$work/libpython311.a"
compile python.exe "$here/python.c" "$work/libpython311.a" -lkernel32 -lshell32
compile bcryptprimitives.dll -shared "$here/bcryptprimitives.c" "$here/start.c" -ladvapi32
"$python" -m tools.windows.forward python3.dll "$folder/python311.dll" > "$work/python3.def"
compile python3.dll -shared "$here/start.c" "$work/python3.def"
"$python" -m tools.windows.forward wine-math.dll ucrtbase.dll "$folder/api-ms-win-crt-math-l1-1-0.dll" \
    --own creal crealf creall cimag cimagf cimagl > "$work/wine-math.def"
compile wine-math.dll -shared -fno-builtin "$here/complex_parts.c" "$here/start.c" "$work/wine-math.def"
