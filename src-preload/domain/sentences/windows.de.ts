import type { Translation } from '../words/catalogue.ts';
import type { windowWords as english } from './windows.en.ts';

export const windowWords: Translation<typeof english> = {
  'window/vault': 'Touchstone-Tresor',
  'window/approval': 'Touchstone-Freigabe',
  'window/chart': 'Touchstone-Chart',
  'window/chart-of': ({ pair }) => `Touchstone-Chart – ${pair}`,
  'choose/manifest': 'Signiertes Manifest wählen',
  'choose/release': 'Heruntergeladene Datei wählen',
  'choose/workspace': 'Arbeitsbereich wählen',
  'choose/watch-lists': 'Datei mit Beobachtungslisten wählen',
  'release/good': ({ file, version, platform, arch }) => {
    const system = { windows: 'Windows', macos: 'macOS', linux: 'Linux', any: 'jedes System' }[platform];
    return `Gut: Das ist ${file} von Touchstone ${version} für ${system}${arch === undefined ? '' : ` (${arch})`}, Byte für Byte.`;
  },
  'release/renamed': ({ name }) => `Hier heißt sie ${name}; das ändert nichts.`,
  'release/signed': ({ on, key, fingerprint, until }) =>
    `Signiert am ${on} mit dem Release-Schlüssel ${key} (Fingerabdruck ${fingerprint}). Die Aussage gilt bis ${until}.`,
  'release/newer': 'Sie ist neuer als dieses Touchstone.',
  'release/same': 'Sie ist die Version dieses Touchstone.',
  'release/says-no-more': 'Das sagt nicht, dass das Release ohne Fehler ist, nur, dass es das signierte ist.',
};
