import type { Translation } from '#domain/words/catalogue.ts';
import type { words as english } from './words.ts';

export const onboardingWords: Translation<typeof english> = {
  practiceRuns: 'Der Übungsmarkt läuft auf diesem Computer.',
  practiceFailed: 'Der Übungsmarkt ist nicht gestartet.',
  practiceStarts: 'Der Übungsmarkt startet auf diesem Computer.',
  playMoneyFirst: 'Handeln Sie zuerst mit Spielgeld',
  playMoneyLead:
    'Auf diesem Computer läuft ein ganzer Markt: echte Schlüssel, echte Transaktionen, erfundene Token. Nichts davon kann Sie Geld kosten.',
  startPractice: 'Mit einer Übungs-Wallet beginnen',
  onePassword: 'Ein Passwort, dann handeln Sie.',
  or: 'Oder',
  createWithWords: 'Mit Wiederherstellungswörtern anlegen',
  importWords: 'Wörter importieren',
  restoreBackup: 'Backup wiederherstellen',
  watchAddress: 'Adresse beobachten',
  addWallet: ({ profile }) => `Wallet für ${profile} hinzufügen`,
  addWalletLead:
    'Ihr Schlüssel wird auf diesem Computer erzeugt und verwahrt, verschlüsselt mit Ihrem Passwort. Die Wiederherstellungswörter werden einmal gezeigt, in einem eigenen Fenster.',
  createWallet: 'Wallet anlegen',
  enterApiKey: 'API-Schlüssel eingeben',
  lookAround: 'Erst umsehen',
  tradeForReal: 'Mit echtem Geld handeln',
  backToPractice: 'Zurück zum Übungsmarkt',

  stepOf: ({ step, of }) => `${step} von ${of}`,
  endTour: 'Rundgang beenden',
  back: 'Zurück',
  next: 'Weiter',
  done: 'Fertig',
  marketsStep: 'Märkte',
  marketsText:
    'Wählen Sie hier einen Token, oder drücken Sie / und tippen Sie seinen Ticker. Ein Stern setzt ihn auf Ihre Watchlist.',
  chartStep: 'Der Chart',
  chartText:
    'Die Kurse laufen live ein. Ein Rechtsklick auf einen Kurs bietet dort Kauf oder Verkauf an. Ihre Orders sind Linien, und das Kreuz an einer Linie storniert die Order.',
  ticketStep: 'Das Ticket',
  ticketText:
    'Geben Sie einen Betrag ein. Das Kursangebot zeigt, was Sie etwa und was Sie mindestens erhalten und was es kostet. Daneben finden Sie Limit-Orders, Staffeln und wiederkehrende Orders.',
  reviewStep: 'Prüfen, dann signieren',
  reviewText:
    'Der Dienst erstellt eine Transaktion. Touchstone liest ihre Bytes, und ein eigenes Fenster sagt, was sie bewirken. Sie signieren dort und nirgendwo sonst.',
  afterStep: 'Was daraus wurde',
  afterText:
    '„Aktivität“ zeigt jeden Schritt dessen, was Sie signiert haben. „Orders“ zeigt, was wartet und warum, und storniert auf Wunsch.',
  helpStep: 'Übung und Hilfe',
  helpText:
    'Streifen bedeuten Spielgeld; die Einstellungen führen von hier zum Handel mit echtem Geld. H erklärt jede Zahl, ? zeigt die Tasten, und die Palette hier oben findet alles nach seinem Namen.',
};
