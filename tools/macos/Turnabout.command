#!/bin/sh
# Double-click this on a Mac: it sets Turnabout up when it is started for the first time, and then starts it. A new
# version is set up beside the one that is there, and takes its place when it works.
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
    return 1
}

build() { # in $new, with the Python that is named
    "$1" -I -m venv "$new/python" || return
    built="$new/python/bin/python"
    "$built" -I -m pip install --quiet --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement "$app/requirements.txt" || return
    "$built" -I -m pip install --quiet --disable-pip-version-check --no-deps "$wheel" || return
    "$built" -I -m turnabout_sheets --version >/dev/null || return
    basename "$wheel" >"$new/python/set up"
}

swap() {
    trap '' HUP INT TERM # from here on nothing comes in between
    if [ -e "$home/python" ]; then
        mv "$home/python" "$new/old" || return
    fi
    mv "$new/python" "$home/python" || { mv "$new/old" "$home/python"; return 1; }
}

set_up() {
    mkdir -p "$home" && new=$(mktemp -d "$home/new.XXXXXX") || return
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    build "$1" && swap
    result=$?
    rm -rf "$new"
    trap - EXIT HUP INT TERM
    return $result
}

give_up() {
    echo "$1"
    before=$("$python" -I -m turnabout_sheets --version 2>/dev/null | head -n 1)
    [ "$before" ] || exit 1
    echo "Until then the version that is there is started: $before"
}

for wheel in "$app"/turnabout_sheets-*.whl; do :; done
if ! [ -e "$wheel" ]; then
    echo "Turnabout.command is not in its folder: put it back beside the folder \"app\" that came with it, and start it there."
    exit 1
fi
if [ "$(cat "$home/python/set up" 2>/dev/null)" != "$(basename "$wheel")" ] || ! "$python" -I -c '' 2>/dev/null; then
    if ! found=$(find_python); then
        give_up "Turnabout needs Python 3.11 or newer: get it from https://www.python.org/downloads/, and start Turnabout again."
    else
        echo "Setting Turnabout up. This happens once with each version, takes about a minute, and needs the internet."
        set_up "$found" ||
            give_up "Turnabout could not be set up; what stands above says why. Is there internet? Then start Turnabout again."
    fi
fi
exec "$python" -I -m turnabout_sheets start "$@"
