import { percentOff } from '../off-market-words.ts';
import { germanFigure } from '../words/figures.ts';
import type { orderFailures as english } from './orders.ts';
import { figure, recorded } from './german.ts';
import { text, type FailureData, type FailuresIn } from './text.ts';

/** Where a price is: `6,2 % unter dem Markt`. */
function away({ bps, side }: FailureData): string | undefined {
  return typeof bps === 'number'
    ? `${germanFigure(percentOff(bps))} ${side === 'buy' ? 'über' : 'unter'} dem Markt`
    : undefined;
}

const STATUS: Readonly<Record<string, string>> = {
  preparing: 'in Vorbereitung',
  open: 'offen',
  'partly-filled': 'teilweise ausgeführt',
  cancelling: 'wird storniert',
  filled: 'ausgeführt',
  cancelled: 'storniert',
  closed: 'geschlossen',
  failed: 'fehlgeschlagen',
  unknown: 'nicht bekannt',
};

export const orderFailures: FailuresIn<typeof english> = {
  'limit-needs-ada': () =>
    text(
      'Limit-Orders handeln zwischen ADA und einem Token.',
      'Wählen Sie auf einer Seite ADA, oder verwenden Sie einen Swap.',
    ),
  'price-malformed': (d) =>
    text(
      `„${d['text'] ?? ''}“ ist kein Kurs${d['form'] === 'percent' ? ' in Prozent über −100' : ' über null'}.`,
      d['form'] === 'percent'
        ? `Geben Sie eine Zahl wie ${germanFigure('-2.5')} ein.`
        : `Geben Sie eine Zahl wie ${germanFigure('0.0125')} ein.`,
    ),
  'price-too-fine': () =>
    text(
      'Zu diesem Kurs bringt der Betrag weniger als den kleinsten Teil des Tokens oder mehr, als es davon geben kann.',
      'Prüfen Sie den Kurs und seine Richtung, oder geben Sie einen größeren Betrag ein.',
    ),
  'market-price-unknown': (d) =>
    text(
      `Der Marktkurs von ${d['token'] ?? 'diesem Token'} ist nicht bekannt; daher besagt ein Prozentsatz davon nichts.`,
      'Geben Sie den Kurs selbst ein.',
    ),
  'limit-off-market': (d) =>
    text(
      `Der Kurs liegt ${away(d) ?? 'weit vom Markt entfernt'}${d['market'] === undefined ? '' : `, der bei ${figure(d['market'], '')} ADA steht`}: So viel könnte die Order verlieren.`,
      'Prüfen Sie den Kurs und seine Richtung. Ist er so gemeint, fügen Sie --off-market hinzu.',
    ),
  'limit-market-unknown': (d) =>
    text(
      `Der Marktkurs von ${d['token'] ?? 'diesem Token'} ist nicht bekannt; daher sagt nichts, ob der Kurs fair ist.`,
      'Sehen Sie sich den Markt an. Ist der Kurs so gemeint, fügen Sie --off-market hinzu.',
    ),
  'exchange-without-limits': () =>
    text(
      'Die gewählte Börse nimmt keine Limit-Orders an oder ist dem Dienst nicht bekannt.',
      'Wählen Sie eine andere Börse, oder überlassen Sie dem Dienst die Wahl.',
    ),
  'too-many-parts': (d) =>
    text(
      `Der Betrag lässt sich nicht in ${d['parts'] ?? 'so viele'} Orders teilen.`,
      'Geben Sie einen größeren Betrag ein oder weniger Orders.',
    ),
  'too-many-orders': (d) =>
    text(
      `So viele Orders passen nicht in eine Transaktion${d['most'] === undefined ? '' : ` (${d['most']} würden passen)`}.`,
      'Geben Sie weniger Orders ein.',
    ),
  'order-rest-unproven': () =>
    text(
      'Diese Order wurde teilweise ausgeführt, und der Ledger-Dienst beweist nicht, wo ihr Rest liegt.',
      'Versuchen Sie es erneut, oder verwenden Sie einen anderen Ledger-Dienst.',
    ),
  'plan-unknown': () =>
    text('Einen solchen Plan gibt es nicht, oder er ist zu alt.', 'Machen Sie den Plan neu.'),
  'set-busy': () =>
    text(
      'Ein anderer Stapel von Transaktionen läuft gerade.',
      'Warten Sie, bis er endet, oder halten Sie ihn zuerst an.',
    ),
  'set-unknown': () =>
    text('Ein solcher Stapel von Transaktionen läuft nicht.', 'Sehen Sie in die Liste der Orders.'),
  'set-stopped': () =>
    text(
      'Der Stapel wurde vor dieser Transaktion angehalten.',
      'Was vorher platziert wurde, bleibt, wie es ist.',
    ),
  'set-leave-over': () =>
    text(
      'Der Stapel endete vor dieser Transaktion: Sein Passwort wird höchstens 30 Minuten behalten, und nicht länger, als bis die Wallet gesperrt wird.',
      'Was vorher platziert wurde, bleibt, wie es ist. Beginnen Sie für den Rest einen neuen Stapel.',
    ),
  'set-deviates': (d) =>
    text(
      `Die nächste Transaktion des Stapels war nicht, was vereinbart ist. Sie wurde nicht signiert.${recorded(d['finding'])}`,
      'Was vorher platziert wurde, bleibt. Sehen Sie sich den Markt an, und platzieren Sie dann den Rest erneut.',
    ),
  'set-expired': () =>
    text(
      'Die Transaktion davor brauchte zu lange auf die Chain; daher endete der Stapel.',
      'Was vorher platziert wurde, bleibt. Platzieren Sie den Rest erneut.',
    ),
  'order-not-movable': () =>
    text(
      'Diese Order lässt sich nicht verschieben: Sie ist keine hier platzierte Limit-Order, wurde teilweise ausgeführt oder sagt nicht, was sie verkauft.',
      'Stornieren Sie sie, und platzieren Sie dann eine neue.',
    ),
  'move-same-price': () => text('Die Order hat schon diesen Kurs.', 'Geben Sie einen anderen Kurs ein.'),
  'move-off-market': (d) => {
    const where = away(d);
    return text(
      where === undefined
        ? 'Der Marktkurs ist nicht bekannt; daher sagt nichts, ob der neue Kurs fair ist.'
        : `Der neue Kurs liegt ${where}: So viel könnte die Order verlieren.`,
      'Prüfen Sie den Kurs und seine Richtung. Ist er so gemeint, stornieren Sie die Order, und platzieren Sie im Limit-Ticket eine neue.',
    );
  },
  'replacement-independent': () =>
    text(
      'Der Dienst hat die neue Order aus anderem Guthaben erstellt als dem, was die Stornierung zurückgegeben hat. Eine solche Order könnte neben der alten ausgeführt werden; daher wurde sie nicht signiert.',
      'Die Order ist storniert, und was in ihr lag, gehört Ihnen. Platzieren Sie die neue im Limit-Ticket.',
    ),
  'order-unknown': () => text('Eine solche Order gibt es nicht.', 'Aktualisieren Sie die Liste der Orders.'),
  'order-unreadable': () =>
    text(
      'Der Dienst hat diese Order genannt, ohne zu sagen, was sie verkauft.',
      'Sehen Sie sich ihren Eintrag an, wie er kam; mit ihrer Transaktion ist sie auf der Chain zu finden.',
    ),
  'order-not-cancellable': (d) =>
    text(
      `Diese Order lässt sich jetzt nicht stornieren${d['status'] === undefined ? '' : ` (Zustand: ${STATUS[String(d['status'])] ?? d['status']})`}.`,
      'Aktualisieren Sie die Liste der Orders.',
    ),
  'order-not-on-chain': () =>
    text(
      'Die Order ist nicht mehr oder noch nicht auf der Chain.',
      'Aktualisieren Sie die Liste der Orders.',
    ),
  'order-terms-unknown': () =>
    text(
      'Von den Bedingungen dieser Order ist nur der Hash vorhanden, und weder das Journal noch der Ledger hat den Rest.',
      'Stornieren Sie sie an der Börse selbst oder mit einem anderen Ledger-Dienst.',
    ),
  'order-not-yours': () =>
    text(
      'Auf der Chain gehört diese Order jemand anderem, oder ihr Besitzer ist nicht zu lesen.',
      'Versuchen Sie nicht, sie zu stornieren; melden Sie es dem Dienst.',
    ),
  'order-filled-first': (d) =>
    text(
      `Die Börse hat ${d['several'] === true ? 'eine der Orders' : 'die Order'} ausgeführt, bevor die Stornierung auf die Chain kam: Der Trade kam zustande.`,
      'Es ist nichts zu tun; was er eingebracht hat, ist in der Wallet.',
      'settled',
    ),
  'order-already-closed': () =>
    text('Die Order ist schon ausgeführt oder storniert.', 'Aktualisieren Sie die Liste der Orders.'),
  'cancel-too-large': (d) =>
    text(
      `So viele Orders lassen sich nicht in einer Transaktion stornieren${d['most'] === undefined ? '' : ` (${d['most']} würden passen)`}.`,
      'Stornieren Sie weniger auf einmal.',
    ),
  'nothing-to-cancel': () =>
    text('Keine dieser Orders lässt sich stornieren.', 'Aktualisieren Sie die Liste der Orders.'),
};
