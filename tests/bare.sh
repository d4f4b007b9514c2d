#!/usr/bin/env bash
# Runs a command as on a machine with Python and little else:  tests/bare.sh make test
#
# What the tests use besides Python is hidden from it: the path has links to everything else. The home is empty, and
# SIGHUP is ignored, as under nohup.
set -euo pipefail
shopt -s nullglob

HIDDEN='^(chrom|google-chrome|soffice|libreoffice|localc|pdf|wine|makensis|pg_|initdb|postgres|psql)'

bare=$(mktemp -d)
trap 'rm -rf "$bare"' EXIT
mkdir "$bare/bin" "$bare/lib" "$bare/home"

IFS=: read -ra folders <<< "$PATH"
for ((i = ${#folders[@]} - 1; i >= 0; i--)); do  # the first folder of the path comes last, and counts
    folder=$(realpath -m "${folders[i]}")
    for file in "$folder"/*; do
        [[ ${file##*/} =~ $HIDDEN ]] || printf '%s\0' "$file"
    done | xargs -0r ln -sft "$bare/bin" --
done
touch "$bare/lib/libpango-1.0.so.0"  # which cannot be loaded: WeasyPrint finds no Pango

# What is set up outlives the path that is made here.
export PYTHON=${PYTHON:-$(realpath "$(command -v python3)")}

trap '' HUP
env -u TURNABOUT_REQUIRE_REAL_SOFTWARE -u XDG_CACHE_HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME \
    HOME="$bare/home" PATH="$bare/bin" LD_LIBRARY_PATH="$bare/lib" "$@"
