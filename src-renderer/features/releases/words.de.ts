import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const releaseWords: Translation<typeof english> = {
  checkRelease: 'Release prüfen',
  checkLead:
    'Sagt, ob eine heruntergeladene Datei Byte für Byte die ist, die der Release-Schlüssel signiert hat. Datei und Manifest werden nur gelesen, und das Netz wird nicht benutzt.',
  manifest: 'Signiertes Manifest',
  file: 'Download',
  fileHint: 'das Paket, das Sie öffnen würden',
  choose: 'Auswählen…',
  reading: 'Die Datei wird gelesen…',
  chooseBoth: 'Wählen Sie beide aus, um sie zu vergleichen.',
  close: 'Schließen',

  version: ({ version }) => `Touchstone ${version}`,
  newVersion: 'Neue Version',
  overdue: ({ version }) => `Diese Version, ${version}, sollte laut dem Release nicht mehr verwendet werden.`,
  signedOn: ({ date, version }) => `Signiert am ${date}. Dies ist ${version}.`,
  notByItself:
    'Nichts wird von selbst heruntergeladen oder installiert. Holen Sie es von dieser Seite, und prüfen Sie die Datei, bevor Sie sie öffnen („Release prüfen“).',
  copyPage: 'Adresse der Seite kopieren',
  withdrawn:
    'Sie wird nicht mehr angeboten. Was über neue Versionen bekannt ist, steht in den Einstellungen.',
  skip: 'Version überspringen',
  check: 'Release prüfen…',
  openPage: 'Seite öffnen',
};
