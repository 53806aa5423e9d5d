import type { paymentFailures as english } from './payments.ts';
import { because, figure } from './german.ts';
import { text, type FailureData, type FailuresIn } from './text.ts';

function unreadCoins({ unread }: FailureData): string {
  if (unread === undefined) return '';
  return unread === 1
    ? ' Ein Coin der Wallet ist nicht lesbar und zählt nicht mit.'
    : ` ${unread} Coins der Wallet sind nicht lesbar und zählen nicht mit.`;
}

export const paymentFailures: FailuresIn<typeof english> = {
  'send-address': (d) =>
    text(
      `An diese Adresse lässt sich nichts senden${because(d['reason'])}.`,
      'Kopieren Sie die ganze Adresse noch einmal von dem, der sie Ihnen gegeben hat.',
    ),
  'send-to-script': () =>
    text(
      'Diese Adresse gehört zu einem Skript. Was ohne die Bedingungen, die es erwartet, dorthin geht, kann endgültig verloren sein.',
      'Bitten Sie um die Adresse einer Wallet. Eine Wallet, die sich mehrere teilen, lässt sich hier von keinem anderen Skript unterscheiden.',
    ),
  'gather-nothing': (d) =>
    text(
      `An den anderen Adressen dieser Wallet liegt nichts, das ausgegeben werden kann.${unreadCoins(d)}`,
      'Alles ist schon an der Adresse, die handelt, ist eingefroren oder wird gerade ausgegeben.',
    ),
  'send-nothing': () =>
    text('Es ist nichts zu senden.', 'Geben Sie einen Betrag in ADA oder einem Token ein.'),
  'send-below-minimum': (d) =>
    text(
      `Das Netzwerk verlangt mindestens ${figure(d['least'], 'etwa 1')} ADA in dem, was gesendet wird.`,
      'Senden Sie so viel, oder lassen Sie bei Token die ADA weg: Der Mindestbetrag wird dann hinzugefügt.',
    ),
  'send-not-enough': (d) =>
    text(
      `In den Coins, die ausgegeben werden können, liegt nicht genug ${d['token'] ?? 'ADA'} dafür${d['token'] === undefined ? ' und für die Netzwerkgebühr' : ''}${d['stays'] === undefined ? '' : `: ${figure(d['stays'], '')} ADA müssen bei den Token bleiben, die Sie behalten`}.${unreadCoins(d)}`,
      'Senden Sie weniger, oder alles, was sich senden lässt. Eingefrorene Coins und solche, die ein offener Trade ausgibt, zählen nicht.',
    ),
  'send-change-too-small': (d) =>
    text(
      `${d['over'] === undefined ? 'Der Rest' : `${figure(d['over'], '')} ADA`} blieben übrig: zu wenig, um zurückzukommen, da das Netzwerk ${figure(d['least'], 'etwa 1')} ADA verlangt.`,
      'Senden Sie alles, was sich senden lässt, oder so viel weniger, dass der Rest zurückkommen kann.',
    ),
  'send-too-large': () =>
    text(
      'Das passt nicht in eine Transaktion.',
      'Senden Sie weniger oder weniger Token auf einmal, oder geben Sie weniger Coins aus.',
    ),
  'send-too-many-coins': (d) =>
    text(
      `Die ADA der Wallet verteilen sich auf ${d['all'] ?? 'viele'} Coins, und eine Transaktion kann ${d['coins'] ?? 'einige'} davon ausgeben: Auf einmal ${d['most'] === undefined ? 'lässt sich nur ein Teil der ADA' : `lassen sich höchstens ${figure(d['most'], '')} ADA`} senden.${unreadCoins(d)}`,
      'Senden Sie so viel oder weniger. Oder sammeln Sie die Coins zuerst: Senden Sie max an Ihre eigene Adresse, so oft wie nötig.',
    ),
  'send-odd-ledger': (d) =>
    text(
      `Was der Ledger-Dienst meldet, kann nicht stimmen (${d['what'] === 'prices' ? 'die Preise des Netzwerks' : d['what'] === 'holdings' ? 'was in der Wallet liegt' : 'seine Zahlen'}); daher wurde daraus nichts erstellt.`,
      'Versuchen Sie es mit einem anderen Ledger-Dienst.',
    ),
  'coin-unknown': (d) =>
    text(
      d['unread'] === undefined
        ? `Der Coin ${d['coin'] ?? 'Ihrer Wahl'} ist nicht in dieser Wallet oder wurde inzwischen ausgegeben.`
        : `Der Coin ${d['coin'] ?? 'Ihrer Wahl'} wurde nicht gefunden.${unreadCoins(d)}`,
      'Sehen Sie sich die Liste der Coins noch einmal an.',
    ),
  'coin-frozen': (d) =>
    text(
      `Der Coin ${d['coin'] ?? 'Ihrer Wahl'} ist eingefroren.`,
      'Geben Sie ihn frei, oder wählen Sie einen anderen.',
    ),
  'coin-labels-full': (d) =>
    text(`Es gibt schon ${d['most'] ?? 'zu viele'} Beschriftungen.`, 'Entfernen Sie zuerst eine.'),
};
