"""A Secret Service that misbehaves: `hang` answers no call, `prompt` asks for a prompt that nobody ever answers."""

import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

ROOT = "/org/freedesktop/secrets"
SERVICE = "org.freedesktop.Secret.Service"
PROMPT = "org.freedesktop.Secret.Prompt"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Hanging(dbus.service.Object):
    """Owns the name; every call stays without an answer."""

    @dbus.service.method(SERVICE, in_signature="sv", out_signature="vo", async_callbacks=("reply", "fail"))
    def OpenSession(self, algorithm, value, reply, fail):
        pass

    @dbus.service.method(SERVICE, in_signature="a{ss}", out_signature="aoao", async_callbacks=("reply", "fail"))
    def SearchItems(self, attributes, reply, fail):
        pass

    @dbus.service.method(SERVICE, in_signature="s", out_signature="o", async_callbacks=("reply", "fail"))
    def ReadAlias(self, name, reply, fail):
        pass

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary({"Collections": dbus.Array([], signature="o")}, signature="sv")


class Prompting(dbus.service.Object):
    """Finds one locked item and unlocks it only through a prompt."""

    @dbus.service.method(SERVICE, in_signature="sv", out_signature="vo")
    def OpenSession(self, algorithm, value):
        if algorithm != "plain":
            raise dbus.DBusException("plain only", name="org.freedesktop.DBus.Error.NotSupported")
        return (dbus.String(""), dbus.ObjectPath(ROOT + "/session/s1"))

    @dbus.service.method(SERVICE, in_signature="a{ss}", out_signature="aoao")
    def SearchItems(self, attributes):
        return ([], [dbus.ObjectPath(ROOT + "/collection/login/1")])

    @dbus.service.method(SERVICE, in_signature="ao", out_signature="aoo")
    def Unlock(self, objects):
        return ([], dbus.ObjectPath(ROOT + "/prompt/p1"))

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary({"Collections": dbus.Array([], signature="o")}, signature="sv")


class Unanswered(dbus.service.Object):
    """A prompt that is shown and never completed."""

    @dbus.service.method(PROMPT, in_signature="s")
    def Prompt(self, window):
        pass

    @dbus.service.method(PROMPT)
    def Dismiss(self):
        pass

    @dbus.service.signal(PROMPT, signature="bv")
    def Completed(self, dismissed, result):
        pass


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.secrets", bus)
service = Hanging(bus, ROOT) if sys.argv[1] == "hang" else Prompting(bus, ROOT)
prompt = Unanswered(bus, ROOT + "/prompt/p1")
print("ready", flush=True)
GLib.MainLoop().run()
