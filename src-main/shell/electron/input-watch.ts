import type { WebContents } from 'electron';

/** Keys and the mouse as the browser process gets them, before the page does: no script can make these. */
export function watchInput(contents: WebContents, onUserActed: () => void): void {
  contents.on('before-input-event', onUserActed);
  contents.on('before-mouse-event', onUserActed);
}
