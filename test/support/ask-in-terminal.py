"""Runs a command in a terminal of its own, presses Ctrl-C once it asks, and prints its exit code and its words."""
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
said = b""
pressed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    said += part
    if b"Type yes" in said and not pressed:
        pressed = True
        os.write(terminal, b"\x03")
_, status = os.waitpid(pid, 0)
print(os.waitstatus_to_exitcode(status))
print(said.decode("utf-8", "replace"))
