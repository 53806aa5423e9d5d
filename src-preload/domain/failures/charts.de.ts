import type { chartFailures as english } from './charts.ts';
import { because } from './german.ts';
import { text, type FailuresIn } from './text.ts';

export const chartFailures: FailuresIn<typeof english> = {
  'charts-unavailable': () =>
    text(
      'Die Charts sind nicht verbunden.',
      'Sie kommen mit dem Dienst wieder; nichts sonst wartet auf sie.',
    ),
  'stream-lost': () =>
    text(
      'Der Live-Stream dieses Charts ist abgerissen.',
      'Er wird von selbst neu verbunden; der Chart bleibt.',
    ),
  'stream-refused': (d) =>
    text(
      `Der Dienst verweigert einen Live-Stream dieses Paars${d['status'] ? ` (Status ${d['status']})` : ''}.`,
      'Der Chart wird stattdessen von Zeit zu Zeit aus dem Verlauf aktualisiert.',
    ),
  'pair-without-chart': () =>
    text(
      'Ein Chart braucht zwei verschiedene Assets.',
      'Wählen Sie für eines der beiden einen anderen Token.',
    ),
  'chart-elsewhere': () =>
    text(
      'Dieser Chart ist in einem anderen Fenster.',
      'Machen Sie dort weiter, oder holen Sie ihn ins Handelsfenster zurück.',
    ),
  'chart-changed': () =>
    text(
      'Der Chart hat sich inzwischen geändert.',
      'Sehen Sie ihn noch einmal an, und wiederholen Sie, was Sie wollten.',
    ),
  'chart-window-unavailable': () =>
    text(
      'Ein Fenster für diesen Chart ließ sich nicht öffnen.',
      'Der Chart bleibt im Handelsfenster. Versuchen Sie es noch einmal.',
    ),
  'chart-window-waits': () =>
    text(
      'Ein anderes Fenster von Touchstone wartet auf Sie.',
      'Erledigen Sie das dort, und wiederholen Sie es dann hier.',
    ),
  'watch-list-unknown': () =>
    text('Eine solche Beobachtungsliste gibt es nicht.', 'Wählen Sie eine der gezeigten.'),
  'notebook-full': (d) =>
    text(
      `Höchstens ${d['most'] ?? 'so viele'} Notizen und bezeichnete Charts werden behalten.`,
      'Leeren Sie zuerst eine Notiz, oder löschen Sie die Zeichnungen eines Charts.',
    ),
  'alert-unknown': () => text('Diesen Alarm gibt es nicht mehr.', 'Wählen Sie einen der gezeigten.'),
  'alerts-full': (d) =>
    text(`Höchstens ${d['most'] ?? 'so viele'} Alarme sind möglich.`, 'Löschen Sie zuerst einen.'),
  'watch-lists-full': (d) =>
    text(
      `Höchstens ${d['most'] ?? 'so viele'} Beobachtungslisten sind möglich.`,
      'Entfernen Sie zuerst eine.',
    ),
  'watch-list-file-unreadable': (d) =>
    text(
      `Diese Datei enthält keine verwendbaren Beobachtungslisten${because(d['reason'])}.`,
      'Nichts wurde geändert. Wählen Sie eine Datei, die Touchstone exportiert hat.',
    ),
  'workspaces-full': (d) =>
    text(`Höchstens ${d['most'] ?? 'so viele'} Arbeitsbereiche sind möglich.`, 'Löschen Sie zuerst einen.'),
  'workspace-unknown': () =>
    text('Einen solchen Arbeitsbereich gibt es nicht.', 'Wählen Sie einen der gezeigten.'),
  'workspace-name-taken': () =>
    text('Ein anderer Arbeitsbereich hat diesen Namen.', 'Wählen Sie einen anderen Namen.'),
  'workspace-file-unreadable': (d) =>
    text(
      `Diese Datei ist kein verwendbarer Arbeitsbereich${because(d['reason'])}.`,
      'Nichts wurde geändert. Wählen Sie eine Datei, die Touchstone exportiert hat.',
    ),
};
