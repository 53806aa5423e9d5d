/** The only channels between a page and main under Electron. */
export const channels = {
  call: 'touchstone:call',
  open: 'touchstone:topic-open',
  close: 'touchstone:topic-close',
  topic: 'touchstone:topic',
  /** From main: whether text that comes without keys is kept from the page. */
  keepText: 'touchstone:keep-text',
} as const;
