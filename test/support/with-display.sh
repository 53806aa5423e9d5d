#!/usr/bin/env bash
# with-display.sh COMMAND...: runs COMMAND on a private virtual display, without a window manager and without TCP.
set -euo pipefail

folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$folder/number" 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

for _ in $(seq 300); do
    [ -s "$folder/number" ] && break
    if ! kill -0 "$server" 2>/dev/null; then
        cat "$folder/log" >&2
        exit 1
    fi
    sleep 0.1
done
DISPLAY=":$(cat "$folder/number")"
export DISPLAY
"$@"
