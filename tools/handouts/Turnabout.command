#!/bin/sh
# Double-click this on a Mac: it sets Turnabout up when it is started for the first time, and then starts it. A new
# version is set up beside the one that is there, and takes its place once it works.
set -u
app=$(dirname "$0")/app
home="$HOME/Library/Application Support/Turnabout"
python="$home/python/bin/python"

find_python() {
    for each in python3.14 python3.13 python3.12 python3.11 \
        /Library/Frameworks/Python.framework/Versions/Current/bin/python3 /opt/homebrew/bin/python3 python3; do
        found=$(command -v "$each") || continue
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$found" && return
    done
    echo "Turnabout needs Python 3.11 or newer: get it from https://www.python.org/downloads/, and start Turnabout again." >&2
    return 1
}

set_up() { # with a Python, in $new
    "$1" -I -m venv "$new/python" &&
        "$new/python/bin/python" -I -m pip install --quiet --disable-pip-version-check \
            --require-hashes --only-binary :all: --requirement "$app/requirements.txt" &&
        "$new/python/bin/python" -I -m pip install --quiet --disable-pip-version-check --no-deps "$wheel" &&
        "$new/python/bin/python" -I -m turnabout_sheets --version >/dev/null &&
        basename "$wheel" >"$new/python/set up" || return
    trap '' HUP INT TERM # from here on nothing interrupts
    [ ! -e "$home/python" ] || mv "$home/python" "$new/old" || return
    mv "$new/python" "$home/python" || { mv "$new/old" "$home/python"; return 1; }
}

for wheel in "$app"/turnabout_sheets-*.whl; do :; done
if ! [ -e "$wheel" ]; then
    echo 'Turnabout.command is not in its folder: put it back beside the folder "app" that came with it, and start it there.'
    exit 1
fi
if [ "$(cat "$home/python/set up" 2>/dev/null)" != "$(basename "$wheel")" ] || ! "$python" -I -c '' 2>/dev/null; then
    echo "Setting Turnabout up. This happens once with each version, takes about a minute, and needs the internet."
    mkdir -p "$home" && new=$(mktemp -d "$home/new.XXXXXX") || exit
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    if ! { found=$(find_python) && set_up "$found"; }; then
        echo "Turnabout could not be set up; the lines above say why. Is there internet? Then start Turnabout again."
        before=$("$python" -I -m turnabout_sheets --version 2>/dev/null | head -n 1)
        [ "$before" ] || exit 1
        echo "Until then the version that is there is started: $before"
    fi
    rm -rf "$new"
    trap - EXIT HUP INT TERM
fi
exec "$python" -I -m turnabout_sheets start "$@"
