#!/usr/bin/env bash
# with-keyring.sh COMMAND...: runs COMMAND with a private, unlocked, headless Secret Service.
# Home and every XDG folder are temporary, so that nothing of the user's is read or written.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

export HOME="$folder/home" XDG_RUNTIME_DIR="$folder/runtime"
export XDG_DATA_HOME="$folder/data" XDG_CONFIG_HOME="$folder/config" XDG_CACHE_HOME="$folder/cache"
mkdir -p "$HOME" "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"
# With a display the keyring would ask its questions in a window, and wait.
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS

# The password goes in without a newline. The bus ends with the command, and the keyring with the bus.
dbus-run-session -- bash -c '
    set -euo pipefail
    printf "%s" "${KEYRING_PASSWORD:-test}" | gnome-keyring-daemon --unlock --components=secrets >"$XDG_RUNTIME_DIR/keyring.log" 2>&1
    exec "$@"
' with-keyring "$@"
