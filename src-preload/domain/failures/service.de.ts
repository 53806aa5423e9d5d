import type { serviceFailures as english } from './service.ts';
import { because, figure } from './german.ts';
import { isServersFault, text, type FailuresIn } from './text.ts';

/** Lists by the name that the service's client has for them. */
const LISTS: Readonly<Record<string, string>> = {
  orders: 'Orders',
  tokens: 'Token',
  plans: 'Pläne',
  trades: 'Trades',
  coins: 'Coins',
  transactions: 'Transaktionen',
  'trending tokens': 'Token im Trend',
};

export const serviceFailures: FailuresIn<typeof english> = {
  'service-unreachable': (d) =>
    text(
      `Der Dienst unter ${d['host'] ?? 'der eingestellten Adresse'} ist nicht erreichbar.`,
      'Prüfen Sie das Netz und die Adresse in den Einstellungen, und aktualisieren Sie dann.',
    ),
  'service-timeout': (d) =>
    text(
      `Der Dienst hat innerhalb von ${d['seconds'] ?? '15'} Sekunden nicht geantwortet.`,
      'Versuchen Sie es gleich noch einmal.',
    ),
  'service-certificate-refused': () =>
    text(
      'Der Dienst konnte nicht beweisen, dass er der unter dieser Adresse ist (sein Zertifikat wurde abgelehnt).',
      'Prüfen Sie die Adresse und das Netz; machen Sie nicht über ein Netz weiter, dem Sie nicht vertrauen.',
    ),
  'service-paused': (d) =>
    text(
      `Der Dienst ist ausgefallen oder bat zu warten; Touchstone fragt ihn in ${d['seconds'] ?? 'einigen'} Sekunden wieder.`,
      'Warten Sie, und versuchen Sie es dann erneut.',
    ),
  'service-call-cancelled': () =>
    text('Die Anfrage an den Dienst wurde abgebrochen.', 'Versuchen Sie es erneut, wenn Sie so weit sind.'),
  'service-redirected': () =>
    text(
      'Der Dienst hat mit einer Weiterleitung geantwortet; Touchstone lehnt sie ab, weil Ihr API-Schlüssel mitginge.',
      'Prüfen Sie die Adresse in den Einstellungen.',
    ),
  'service-key-refused': () =>
    text(
      'Der Dienst hat den API-Schlüssel abgelehnt.',
      'Geben Sie den Schlüssel aus Ihrem Partner-Dashboard in den Einstellungen erneut ein.',
    ),
  'service-blocked': () =>
    text(
      'Der Dienst wurde nicht erreicht: Etwas vor ihm hat die Anfrage mit einer Webseite abgewiesen (Status 403).',
      'Ihr Schlüssel kann in Ordnung sein. Öffnen Sie den Dienst in diesem Netz in einem Browser; ein VPN, ein Proxy oder das Land kann gesperrt sein.',
    ),
  'service-rate-limited': () =>
    text(
      'Der Dienst bittet um weniger Anfragen.',
      'Warten Sie eine Minute; die Kursangebote kommen von selbst wieder.',
    ),
  'service-answer-too-large': () =>
    text(
      'Der Dienst hat eine größere Antwort gesendet, als erlaubt ist.',
      'Versuchen Sie es erneut; wiederholt es sich, handeln Sie nicht über diesen Dienst.',
    ),
  'service-answer-malformed': (d) =>
    text(
      `Der Dienst hat eine Antwort gesendet, die nicht lesbar ist${d['path'] ? ` (bei ${d['path']})` : ''}.`,
      'Versuchen Sie es erneut; wiederholt es sich, melden Sie es mit den Details.',
    ),
  'rows-left-out': (d) =>
    text(
      `Vom ${d['from'] === 'ledger' ? 'Ledger-Dienst' : 'Dienst'} gesendet, aber nicht lesbar und daher weggelassen: ${d['count'] ?? 'einige'} ${LISTS[String(d['list'])] ?? `Zeilen${d['list'] === undefined ? '' : ` (${d['list']})`}`}${d['path'] ? ` (der erste Eintrag wegen ${d['path']})` : ''}.`,
      d['from'] === 'ledger'
        ? 'Die anderen sind vollständig. Was fehlt, ist nicht ausgegeben und weiterhin Ihres: Ein anderer Ledger-Dienst kann es vielleicht lesen.'
        : 'Die anderen sind vollständig. Fehlt etwas von Ihnen, suchen Sie es auf dem Ledger.',
    ),
  'service-error': (d) =>
    text(
      `Der Dienst konnte es nicht ausführen (Status ${d['status'] ?? 'unbekannt'}).`,
      isServersFault(d['status'])
        ? 'Sehen Sie sich die Details an, und versuchen Sie es dann erneut.'
        : 'Noch einmal gefragt, lehnt er dasselbe ab: Lesen Sie seine eigenen Worte in den Details.',
    ),
  'service-built-nothing': () =>
    text(
      'Der Dienst hat ohne eine Transaktion geantwortet.',
      'Aktualisieren Sie das Kursangebot, und versuchen Sie es erneut.',
    ),
  'service-not-found': () => text('Der Dienst kennt das Gesuchte nicht.', 'Prüfen Sie den Token.'),
  'api-key-malformed': () =>
    text(
      'Der API-Schlüssel hat Zeichen, die kein Schlüssel hat, oder eine falsche Länge (1 bis 256).',
      'Fügen Sie ihn ohne Leerzeichen und Zeilenumbrüche erneut ein.',
    ),
  'service-address-refused': (d) =>
    text(
      `Die Adresse ist nicht verwendbar${because(d['reason'])}.`,
      'Geben Sie eine https-Adresse ohne Benutzernamen, Abfrage und Pfad ein.',
    ),
  'not-enough-liquidity': () =>
    text(
      'Keine Börse hat genug von diesem Token für diesen Betrag.',
      'Versuchen Sie es mit einem kleineren Betrag, oder erlauben Sie mehr Börsen.',
    ),
  'no-pool': () =>
    text(
      'An den erlaubten Börsen gibt es für dieses Paar keinen Pool.',
      'Erlauben Sie mehr Börsen, oder wählen Sie einen anderen Token.',
    ),
  'amount-too-small': (d) =>
    text(
      `Der Betrag ist zu klein zum Handeln${d['minimum'] ? `. Mindestens: ${figure(d['minimum'], '')}` : ''}.`,
      'Geben Sie einen größeren Betrag ein.',
    ),
  'amount-too-large': (d) =>
    text(
      `Der Betrag ist zu groß zum Handeln${d['most'] ? `: höchstens ${figure(d['most'], '')}` : '; er ist mehr, als es von dem Token gibt'}.`,
      'Geben Sie einen kleineren Betrag ein.',
    ),
  'all-exchanges-excluded': () =>
    text('Alle Börsen sind ausgeschlossen.', 'Erlauben Sie mindestens eine Börse.'),
  'token-unknown': () => text('Der Dienst kennt diesen Token nicht.', 'Prüfen Sie die ID des Tokens.'),
  'insufficient-funds': (d) =>
    text(
      `Der Wallet fehlen ${figure(d['missing'], 'Mittel')} für diesen Trade mit seinen Gebühren und Kautionen.`,
      'Geben Sie einen kleineren Betrag ein, oder füllen Sie das Guthaben auf.',
    ),
  'pool-out-of-sync': () =>
    text(
      'Der Pool hat sich geändert, während die Route gebildet wurde.',
      'Aktualisieren Sie das Kursangebot.',
    ),
};
