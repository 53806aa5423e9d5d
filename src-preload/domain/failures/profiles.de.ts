import type { profileFailures as english } from './profiles.ts';
import { because } from './german.ts';
import { text, type FailuresIn } from './text.ts';

export const profileFailures: FailuresIn<typeof english> = {
  'profile-unknown': () =>
    text('Dieses Profil gibt es nicht mehr.', 'Wählen Sie eines der Profile in der Liste.'),
  'live-profile-closed': () =>
    text(
      'Ein Live-Profil wird geändert, gelöscht und exportiert, während es das offene ist.',
      'Wechseln Sie zuerst zu diesem Profil, und versuchen Sie es dann erneut.',
    ),
  'profile-name-refused': () =>
    text(
      'Der Name eines Profils hat 1 bis 40 Zeichen, alle davon sichtbar.',
      'Wählen Sie einen anderen Namen, ohne Steuerzeichen und Richtungszeichen.',
    ),
  'profile-name-taken': (d) =>
    text(`Ein Profil namens „${d['name'] ?? ''}“ gibt es schon.`, 'Wählen Sie einen anderen Namen.'),
  'profiles-full': (d) =>
    text(
      `Es gibt ${d['most'] ?? 'schon so viele'} Profile, und mehr werden nicht behalten.`,
      'Löschen Sie zuerst eines.',
    ),
  'profile-network-fixed': (d) =>
    text(
      `Dieses Profil ist auf ${d['network'] ?? 'seinem Netzwerk'}, und seine Wallet und seine Trades gehören dorthin: Es kann nicht zu ${d['wanted'] ?? 'einem anderen'} wechseln.`,
      `Fügen Sie für ${d['wanted'] ?? 'das andere Netzwerk'} ein weiteres Profil hinzu.`,
    ),
  'profile-has-wallet': () =>
    text(
      'Dieses Profil hat noch eine Wallet; daher lässt es sich nicht löschen.',
      'Speichern Sie ein Backup, oder notieren Sie die Wiederherstellungswörter, entfernen Sie die Wallet, und löschen Sie dann das Profil.',
    ),
  'profile-has-open-trades': (d) =>
    text(
      `Dieses Profil lässt sich nicht löschen, solange Trades darin offen sind (${d['count'] ?? 'einige'}).`,
      'Warten Sie, bis sie enden, oder stornieren Sie ihre Orders, und löschen Sie dann das Profil.',
      'locked',
    ),
  'profile-file-malformed': (d) =>
    text(
      `Das ist keine Profildatei von Touchstone${because(d['reason'])}.`,
      'Wählen Sie die Datei so, wie sie exportiert wurde. In einer Profildatei ist nie ein Schlüssel.',
    ),
  'profile-file-newer': () =>
    text(
      'Diese Profildatei stammt von einem neueren Touchstone.',
      'Aktualisieren Sie Touchstone, und importieren Sie sie dann erneut.',
    ),
};
