/** Whether this process runs as root; never on Windows. */
export function isSuperuser(): boolean {
  return process.getuid?.() === 0;
}
