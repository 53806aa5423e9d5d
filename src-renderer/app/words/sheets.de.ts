import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './sheets.ts';

export const sheetsWords: Translation<typeof english> = {
  palette: 'Palette',
  commandOrToken: 'Befehl oder Token',
  paletteHint: 'Befehl, Token oder: kaufe 100 amber',
  commands: 'Befehle',
  nothingFound: 'Kein Treffer. Mit / durchsuchen Sie alle Token.',
  goTo: ({ token }) => `Zu ${token} gehen`,

  shortcuts: 'Tastenkürzel',
  keys: 'Tasten',
  keysNote:
    'Die Tasten des Charts gelten, solange er den Fokus hat; die der Perioden überall. Keine Taste signiert: Einem Trade stimmen Sie mit der Maus zu oder mit der Leertaste auf seiner Schaltfläche.',

  figuresMean: 'Was die Zahlen bedeuten',
  figures: 'Zahlen',
  from: 'Quelle',
  restsOn: 'Beruht auf',

  workspaces: 'Arbeitsbereiche',
  workspacesLead:
    'Ein Arbeitsbereich bewahrt die Charts mit ihren Token, Perioden, Indikatoren und Verknüpfungen und die Größen der Bereiche.',
  nameOfWorkspace: 'Name des Arbeitsbereichs',
  nameHint: 'Name für die jetzige Anordnung',
  save: 'Speichern',
  replace: 'Ersetzen',
  noneSaved:
    'Noch keiner gespeichert. Ordnen Sie die Charts an, und speichern Sie das Ganze unter einem Namen.',
  savedWorkspaces: 'Gespeicherte Arbeitsbereiche',
  newName: 'Neuer Name',
  rename: 'Umbenennen',
  cancel: 'Abbrechen',
  switch: 'Wechseln',
  switchTo: ({ name }) => `Wechseln zu ${name}`,
  renameThis: ({ name }) => `${name} umbenennen`,
  exportThis: ({ name }) => `${name} exportieren`,
  deleteThis: ({ name }) => `${name} löschen`,
  deleteAsk: ({ name }) => `${name} löschen…`,
  importFile: 'Datei importieren…',
  close: 'Schließen',
  savedAs: ({ name }) => `Gespeichert als ${name}.`,
  renamed: ({ from, to }) => `${from} heißt jetzt ${to}.`,
  opened: ({ name }) => `Arbeitsbereich ${name}.`,
  importedAs: ({ name }) => `Importiert als ${name}.`,
  deleted: ({ name }) => `${name} wurde gelöscht.`,
};
