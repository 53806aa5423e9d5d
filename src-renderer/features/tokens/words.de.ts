import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const tokensWords: Translation<typeof english> = {
  searchBy: 'Token nach Ticker, Policy-ID oder vollständiger ID suchen',
  placeholder: 'Ticker, Name, Policy-ID oder vollständige ID',
  tokens: 'Token',
  searching: ({ by }) => `Suche läuft, ${by}`,
  heldAndSuggested: 'Token im Bestand und Vorschläge',
  verifiedOnly: 'nur verifizierte',
  noneFound: 'Kein Token gefunden. Prüfen Sie die Schreibweise, oder fügen Sie die Policy-ID ein.',
  typeOne: 'Geben Sie einen Ticker, eine Policy-ID oder eine vollständige ID ein.',
  sharedTicker: 'andere Token haben denselben Ticker',

  notVerified: 'Dieser Token ist nicht verifiziert',
  notVerifiedIs:
    'Jeder kann einen Token mit beliebigem Namen und Ticker anlegen. Der Dienst hat diesen nicht verifiziert. Vergleichen Sie seine ID mit einer Quelle, der Sie vertrauen, bevor Sie dafür zahlen.',
  lookAlike: 'Ein verifizierter Token hat denselben Ticker. Seine Policy-ID ist eine andere:',
  ticker: 'Ticker',
  name: 'Name',
  policyId: 'Policy-ID',
  copyPolicyId: 'Policy-ID kopieren',
  assetName: 'Asset-Name, hex',
  copyAssetName: 'Asset-Namen kopieren',
  noAssetName: 'leer',
  checked: 'Ich habe die ID geprüft und meine diesen Token',
  cancel: 'Abbrechen',
  trade: 'Diesen Token handeln',
};
