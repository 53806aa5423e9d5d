import type * as Electron from 'electron';

/** The parts of Electron that the shell uses, so that its rules can be tested against electron's own types. */
export type ElectronModule = Pick<
  typeof Electron,
  'app' | 'BrowserWindow' | 'dialog' | 'Notification' | 'protocol' | 'session' | 'shell' | 'utilityProcess'
>;
