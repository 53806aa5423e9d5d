#!/bin/sh
set -e

ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'

# Chromium builds its sandbox of user namespaces where the system lets it, and with this helper where it does not. Which
# of both may change with a setting of the kernel, so the helper is always ready, as in the packages of Chromium.
chown root:root '/opt/${sanitizedProductName}/chrome-sandbox'
chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'

# An AppArmor that does not know the rule (before Ubuntu 24.04) does not need the profile either.
profile='/etc/apparmor.d/${executable}'
source='/opt/${sanitizedProductName}/resources/apparmor-profile'
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load "$source" >/dev/null 2>&1; then
  cp -f "$source" "$profile"
  if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
fi

if command -v update-desktop-database >/dev/null; then
  update-desktop-database /usr/share/applications || true
fi
