import type { App, WebContents } from 'electron';

/** Prevents navigation, new windows, web views and peer connections in every web contents that is ever made. */
export function lockAllContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    lockContents(contents);
  });
}

/** `loadURL` from main is not affected by these events. */
function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Peer connections ask neither the content security policy nor the session's request filter.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
