#!/usr/bin/env bash
# Runs pytest in the Windows Python of a folder, under Wine: tests/under_wine.sh FOLDER WORDS FOR PYTEST
# Under Wine, Python starts only with pipes as its standard streams, and Windows' own files lie in a folder beside it.
set -euo pipefail
folder=$(cd "$1" && pwd)
unset TURNABOUT_REQUIRE_REAL_SOFTWARE  # there are no other programs
export WINEPREFIX=$folder/prefix WINEDEBUG=-all
wineboot --init 2> /dev/null
echo | wine "$folder/python.exe" -m pytest "${@:2}" 2>&1 | cat
