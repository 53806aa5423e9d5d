"""Opens gnome-keyring's login collection with its password, as the desktop's log-in would."""

import sys

import dbus

LOGIN = "/org/freedesktop/secrets/collection/login"

bus = dbus.SessionBus()
service = bus.get_object("org.freedesktop.secrets", "/org/freedesktop/secrets")
_, session = dbus.Interface(service, "org.freedesktop.Secret.Service").OpenSession(
    "plain", dbus.String("", variant_level=1)
)
secret = dbus.Struct(
    (dbus.ObjectPath(session), dbus.ByteArray(b""), dbus.ByteArray(sys.argv[1].encode()), "text/plain"),
    signature="oayays",
)
dbus.Interface(service, "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface").UnlockWithMasterPassword(
    dbus.ObjectPath(LOGIN), secret
)
