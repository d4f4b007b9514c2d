#!/bin/sh
# Double-click this on a Mac: it sets Turnabout up when it is started for the first time, and then starts it.
set -u
app=$(cd "$(dirname "$0")/app" && pwd)
wheel=$(basename "$app"/turnabout_sheets-*.whl)
home="$HOME/Library/Application Support/Turnabout"
python="$home/python/bin/python"

find_python() {
    for each in python3.14 python3.13 python3.12 python3.11 \
        /Library/Frameworks/Python.framework/Versions/Current/bin/python3 /opt/homebrew/bin/python3 python3; do
        found=$(command -v "$each") || continue
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$found" && return
    done
    return 1
}

set_up() {
    rm -rf "$home/python" "$home/set up" && mkdir -p "$home" && "$1" -I -m venv "$home/python" || return
    "$python" -I -m pip install --quiet --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement "$app/requirements.txt" || return
    "$python" -I -m pip install --quiet --disable-pip-version-check --no-deps "$app/$wheel" || return
    echo "$wheel" > "$home/set up"
}

if [ "$(cat "$home/set up" 2>/dev/null)" != "$wheel" ] || ! "$python" -I -c '' 2>/dev/null; then
    if ! found=$(find_python); then
        echo "Turnabout needs Python 3.11 or newer: get it from https://www.python.org/downloads/, and start Turnabout again."
        exit 1
    fi
    echo "Setting Turnabout up. This happens once, takes about a minute, and needs the internet."
    if ! set_up "$found"; then
        echo "Turnabout could not be set up; what stands above says why. Is there internet? Then start Turnabout again."
        exit 1
    fi
fi
exec "$python" -I -m turnabout_sheets start "$@"
