/** The only channels between a page and main under Electron. */
export const channels = {
  call: 'touchstone:call',
  open: 'touchstone:topic-open',
  close: 'touchstone:topic-close',
  topic: 'touchstone:topic',
} as const;
