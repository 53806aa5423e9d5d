import type { Dialog, Display, Menu, Rectangle, Screen, Shell } from 'electron';
import { tell, whenAsked } from './control.ts';
import { checkOptions, Emitter, notProvided, strict } from './strict.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

/** Answers for coming save dialogs, chosen by a test. */
const saved: string[] = [];

/** Starts receiving what a test has the user and the machine do. */
export function beginSystem(): void {
  whenAsked('save-as', ({ path }) => void saved.push(path));
  whenAsked('click-notice', () => newest?.click());
  whenAsked('power', ({ event }) => power.emit(event));
}

/**
 * docs/api/dialog.md, "Methods". A test answers in the user's place; a message box is answered with its first button.
 */
const dialogParts: Pick<Dialog, 'showErrorBox'> & Record<'showSaveDialog' | 'showMessageBox', unknown> = {
  showErrorBox: (title, content) => tell({ what: 'dialog', kind: 'error', text: `${title}: ${content}` }),
  showSaveDialog: (...given: readonly object[]) => {
    checkOptions('showSaveDialog', { ...given.at(-1) }, { defaultPath: isText });
    const filePath = saved.shift();
    tell({ what: 'dialog', kind: 'save', text: filePath ?? '' });
    return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' });
  },
  showMessageBox: (...given: readonly object[]) => {
    const options = { ...given.at(-1) } as { readonly message?: string; readonly detail?: string };
    checkOptions('showMessageBox', { ...options }, { type: isText, message: isText, detail: isText });
    tell({
      what: 'dialog',
      kind: 'message',
      text: `${options.message ?? ''} ${options.detail ?? ''}`.trim(),
    });
    return Promise.resolve({ response: 0, checkboxChecked: false });
  },
};
export const dialog = strict('dialog', dialogParts);

/** docs/api/menu-item.md, "Roles": those in the application's menu. */
const ROLES = ['appMenu', 'editMenu', 'windowMenu', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen'];

function checkMenu(template: readonly object[]): void {
  for (const item of template) {
    checkOptions(
      'MenuItem',
      { ...item },
      {
        role: (role) => typeof role === 'string' && ROLES.includes(role),
        label: isText,
        type: (type) => type === 'separator',
        submenu: Array.isArray,
      },
    );
    if ('submenu' in item) checkMenu(item.submenu as readonly object[]);
  }
}

/** docs/api/menu.md, "Static Methods". */
const menuParts: Pick<typeof Menu, 'setApplicationMenu'> & { readonly buildFromTemplate: unknown } = {
  buildFromTemplate: (template: readonly object[]) => {
    checkMenu(template);
    return strict('Menu (built)', { template });
  },
  setApplicationMenu: (menu) =>
    tell({ what: 'switched', name: 'menu', value: menu === null ? 'none' : 'its own' }),
};
export const menu = strict('Menu', menuParts);

let newest: HarnessNotification | undefined;

/** docs/api/notification.md, "Class: Notification". */
class HarnessNotification {
  readonly #events = new Emitter('Notification (shown)');
  readonly #title: string;
  readonly #body: string;

  constructor(options: { readonly title?: string; readonly body?: string }) {
    checkOptions('Notification', { ...options }, { title: isText, body: isText });
    this.#title = options.title ?? '';
    this.#body = options.body ?? '';
    return strict<HarnessNotification>('Notification (shown)', this);
  }

  static isSupported(): boolean {
    return true;
  }

  on(event: string, listener: (...args: never[]) => void): void {
    this.#events.on(event, listener);
  }

  show(): void {
    newest = this;
    tell({ what: 'notice', title: this.#title, body: this.#body });
    this.#events.emit('show');
  }

  click(): void {
    this.#events.emit('click');
  }
}
export const notification = strict('Notification', HarnessNotification);

/** docs/api/structures/display.md: the part in use. The one display is the tests' virtual screen. */
const display = strict('Display', { workArea: { x: 0, y: 0, width: 1920, height: 1080 } }) as Display;

/** docs/api/screen.md, "Methods". */
const screenParts: Pick<Screen, 'getDisplayMatching' | 'getPrimaryDisplay'> = {
  getPrimaryDisplay: () => display,
  getDisplayMatching: (_rectangle: Rectangle) => display,
};
export const screen = strict('screen', screenParts);

/** docs/api/shell.md, "shell.openExternal(url[, options])". */
const shellParts: Pick<Shell, 'openExternal'> = {
  openExternal: (url, ...rest) => {
    if (rest.length > 0) throw notProvided('options of shell.openExternal');
    tell({ what: 'external', url });
    return Promise.resolve();
  },
};
export const shell = strict('shell', shellParts);

/** docs/api/power-monitor.md, "Events". */
const power = new Emitter('powerMonitor');
export const powerMonitor = strict('powerMonitor', {
  on: (event: string, listener: (...args: never[]) => void) => power.on(event, listener),
});
