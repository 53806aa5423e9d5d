#!/bin/sh
set -e

# An update removes the old package before it installs the new one, which puts both back.
rm -f '/usr/bin/${executable}'
profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
