#!/usr/bin/env bash
# Runs pytest in the Windows Python of a folder, under Wine: tests/under_wine.sh FOLDER WORDS FOR PYTEST
# Under Wine, Python starts only with pipes as its standard streams, and Windows' own files lie in a folder beside it.
# What hangs there is ended after LIMIT (25m); a test that takes five minutes says before where it is.
set -euo pipefail
folder=$(cd "$1" && pwd)
limit=${LIMIT:-25m}
unset TURNABOUT_REQUIRE_REAL_SOFTWARE  # there are no other programs
export WINEPREFIX=$folder/prefix WINEDEBUG=-all
wineboot --init 2> /dev/null
code=0
echo | timeout "$limit" wine "$folder/python.exe" -m pytest -o faulthandler_timeout=300 "${@:2}" 2>&1 | cat || code=$?
if [ "$code" = 124 ]; then
    wineserver -k  # with all that the tests have started there
    echo "The tests under Wine were ended after $limit: one hangs, or this computer has too much else to do." >&2
fi
exit "$code"
