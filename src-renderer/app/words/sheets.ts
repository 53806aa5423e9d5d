import { inLanguage } from '../../words/in-language.ts';

/** The desk's own sheets: palette, keys, what the figures mean, and workspaces. */
export const words = inLanguage('app/words/sheets', {
  palette: 'Palette',
  commandOrToken: 'Command or token',
  paletteHint: 'A command, a token, or: buy 100 amber',
  commands: 'Commands',
  nothingFound: 'Nothing by that name. Press / to search all tokens.',
  goTo: ({ token }: { readonly token: string }) => `Go to ${token}`,

  shortcuts: 'Keyboard shortcuts',
  keys: 'Keys',
  keysNote:
    'Chart keys work while the chart has the focus; periods everywhere. No key signs: a trade is accepted with the mouse or with Space on its button.',

  figuresMean: 'What the figures mean',
  figures: 'Figures',
  from: 'From',
  restsOn: 'Rests on',

  workspaces: 'Workspaces',
  workspacesLead:
    "A workspace keeps the charts with their tokens, periods, indicators and links, and the sizes of the desk's parts.",
  nameOfWorkspace: 'Name of the workspace',
  nameHint: 'Name for the desk as it is now',
  save: 'Save',
  replace: 'Replace',
  noneSaved: 'None saved yet. Arrange the charts, then save the desk under a name.',
  savedWorkspaces: 'Saved workspaces',
  newName: 'New name',
  rename: 'Rename',
  cancel: 'Cancel',
  switch: 'Switch',
  switchTo: ({ name }: { readonly name: string }) => `Switch to ${name}`,
  renameThis: ({ name }: { readonly name: string }) => `Rename ${name}`,
  exportThis: ({ name }: { readonly name: string }) => `Export ${name}`,
  deleteThis: ({ name }: { readonly name: string }) => `Delete ${name}`,
  deleteAsk: ({ name }: { readonly name: string }) => `Delete ${name}…`,
  importFile: 'Import a file…',
  close: 'Close',
  savedAs: ({ name }: { readonly name: string }) => `Saved as ${name}.`,
  renamed: ({ from, to }: { readonly from: string; readonly to: string }) => `${from} is now called ${to}.`,
  opened: ({ name }: { readonly name: string }) => `Workspace ${name}.`,
  importedAs: ({ name }: { readonly name: string }) => `Imported as ${name}.`,
  deleted: ({ name }: { readonly name: string }) => `${name} was deleted.`,
});
