import { text, type FailureData } from './text.ts';

/** Failures of candles, their live streams and the market lists. */
export const chartFailures = {
  'charts-unavailable': () =>
    text('Charts are not connected.', 'They return with the service; nothing else depends on them.'),
  'stream-lost': () =>
    text('The live stream of this chart broke off.', 'It reconnects by itself; the chart stays.'),
  'stream-refused': (d: FailureData) =>
    text(
      `The service refuses a live stream of this pair${d['status'] ? ` (status ${d['status']})` : ''}.`,
      'The chart is refreshed from history instead, at intervals.',
    ),
  'pair-without-chart': () =>
    text('A chart needs two different assets.', 'Choose another token for one of the two.'),
  'chart-elsewhere': () =>
    text('This chart is in another window.', 'Continue there, or bring it back to the desk.'),
  'chart-changed': () =>
    text('The chart has changed in the meantime.', 'Look at it again, then repeat what you did.'),
  'chart-window-unavailable': () =>
    text('A window for this chart could not be opened.', 'The chart stays on the desk. Try again.'),
  'chart-window-waits': () =>
    text('Another window of Touchstone waits for you.', 'Finish there, then repeat it here.'),
  'watch-list-unknown': () => text('There is no such watch list.', 'Choose one of those shown.'),
  'notebook-full': (d: FailureData) =>
    text(
      `At most ${d['most'] ?? 'so many'} notes and drawn charts are kept.`,
      'Empty a note or clear the drawings of a chart first.',
    ),
  'alert-unknown': () => text('There is no such alert any more.', 'Choose one of those shown.'),
  'alerts-full': (d: FailureData) =>
    text(`There can be at most ${d['most'] ?? 'so many'} alerts.`, 'Delete one first.'),
  'watch-lists-full': (d: FailureData) =>
    text(`There can be at most ${d['most'] ?? 'so many'} watch lists.`, 'Remove one first.'),
  'watch-list-file-unreadable': (d: FailureData) =>
    text(
      `This file has no watch lists that can be used: ${d['reason'] ?? 'unknown reason'}.`,
      'Nothing was changed. Choose a file that Touchstone exported.',
    ),
  'workspaces-full': (d: FailureData) =>
    text(`There can be at most ${d['most'] ?? 'so many'} workspaces.`, 'Delete one first.'),
  'workspace-unknown': () => text('There is no such workspace.', 'Choose one of those shown.'),
  'workspace-name-taken': () => text('Another workspace has this name.', 'Choose another name.'),
  'workspace-file-unreadable': (d: FailureData) =>
    text(
      `This file is not a workspace that can be used: ${d['reason'] ?? 'unknown reason'}.`,
      'Nothing was changed. Choose a file that Touchstone exported.',
    ),
};
