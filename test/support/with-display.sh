#!/usr/bin/env bash
# with-display.sh COUNT COMMAND...: runs COMMAND with private virtual displays, without a window manager and without
# TCP. DISPLAY is the first, TEST_DISPLAYS names all: windows on one screen would take the focus from each other.
set -euo pipefail

count=$1
shift
folder=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null || true; wait "${servers[@]}" 2>/dev/null || true; rm -rf "$folder"' EXIT

TEST_DISPLAYS=""
for display in $(seq "$count"); do
    Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$folder/$display" 2>"$folder/log" &
    servers+=("$!")
    for _ in $(seq 300); do
        [ -s "$folder/$display" ] && break
        if ! kill -0 "${servers[-1]}" 2>/dev/null; then
            cat "$folder/log" >&2
            exit 1
        fi
        sleep 0.1
    done
    TEST_DISPLAYS="$TEST_DISPLAYS :$(cat "$folder/$display")"
done
TEST_DISPLAYS=${TEST_DISPLAYS# }
DISPLAY=${TEST_DISPLAYS%% *}
export DISPLAY TEST_DISPLAYS
"$@"
