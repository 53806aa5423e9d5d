#!/bin/bash
# Runs a command in a private desktop session that touches nothing of the user:
#   session.sh keyring|hang|prompt|no-service|no-bus <command...>
# keyring: an open gnome-keyring; hang: a Secret Service that never answers; prompt: one whose unlock prompt is never
# answered; no-service: a bus without a Secret Service; no-bus: no bus at all.
set -eu
kind=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
python=/usr/bin/python3
[ -x "$python" ] || python=python3
export HOME="$root/home" XDG_DATA_HOME="$root/data" XDG_CONFIG_HOME="$root/config"
export XDG_CACHE_HOME="$root/cache" XDG_RUNTIME_DIR="$root/run" KEYRING_PYTHON="$python"
mkdir -p "$HOME" "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS

fake() {
  dbus-run-session --config-file="$here/no-services.conf" -- bash -c '
    set -eu
    coproc service { exec "$KEYRING_PYTHON" "$0" "$1"; }
    read -r ready <&"${service[0]}"
    [ "$ready" = ready ]
    pid=$service_PID
    shift
    result=0
    "$@" || result=$?
    kill "$pid"
    exit "$result"' "$here/fake-service.py" "$@"
}

case $kind in
  keyring)
    dbus-run-session -- bash -c '
      set -eu
      eval "$(printf test | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null)"
      # The daemon goes to the background before it owns its name on the bus.
      gdbus wait --session --timeout 60 org.freedesktop.secrets
      "$@"' session "$@"
    ;;
  hang | prompt) fake "$kind" "$@" ;;
  no-service) dbus-run-session --config-file="$here/no-services.conf" -- "$@" ;;
  no-bus) "$@" ;;
  *)
    echo "unknown session $kind" >&2
    exit 64
    ;;
esac
