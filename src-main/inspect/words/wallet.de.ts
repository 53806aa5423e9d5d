import type { Translation } from '#domain/words/catalogue.ts';
import { germanFigure } from '#domain/words/figures.ts';
import { amount, amounts } from '#domain/words/phrases.de.ts';
import type { BoundedCost, Difference, walletWords as english } from './wallet.en.ts';

export const walletWords: Translation<typeof english> = {
  'V1-also-takes': ({ what }) => `Sie nimmt auch ${amount(what)} aus Ihrer Wallet.`,
  'V1-unexplained': ({ lost, more }) =>
    `Sie nimmt ${amount(lost)} aus Ihrer Wallet, ${amount(more)} mehr, als sich erklären lässt.`,
  'V1-other-amount': ({ lost, sold }) =>
    `Sie nimmt ${amount(lost)} und nicht die ${amount(sold)}, die Sie verkaufen.`,
  'V1-takes': ({ lost }) => `Sie nimmt ${amounts(lost)} aus Ihrer Wallet.`,

  'V3-goes': ({ what, to }) => `${amounts(what)} gehen an eine Adresse, die nicht Ihnen gehört, ${to}.`,
  'V3-would-go': ({ what, to }) => `${amounts(what)} gingen an eine Adresse, die nicht Ihnen gehört, ${to}.`,
  'V3-beyond-fee': ({ what, to, most }) =>
    `${amounts(what)} gingen an eine Adresse, die nicht Ihnen gehört, ${to}: mehr als die ${amount(most)}, die als Dienstgebühr erlaubt sind.`,
  'V3-at-once': ({ what, to }) =>
    `${amounts(what)} gehen sofort an ${to}, als Dienstgebühr auf ADA, die nur versprochen sind.`,
  'V3-fee': ({ what, to }) => `${amounts(what)} gehen als Dienstgebühr an ${to}.`,
  'V3-fee-at-best': ({ what, to }) =>
    `${amounts(what)} gehen an eine Adresse, die nicht Ihnen gehört, ${to}; das kann nur eine Dienstgebühr sein.`,
  'V3-gets-back': 'Ein anderer, der beteiligt ist, erhält zurück, was er eingebracht hat.',
  'V3-cancellation-fee': ({ what, to }) =>
    `${amount(what)} gehen an eine Adresse, die nicht Ihnen gehört, ${to}: Der Dienst nennt es eine Stornogebühr.`,
  'V3-put-in-unknown': ({ what, to }) =>
    `${amounts(what)} gehen an eine Adresse, die nicht Ihnen gehört, ${to}; was von dort eingebracht wurde, ist nicht bekannt.`,

  'V4-foreign-stake': ({ what }) =>
    `${amounts(what)} Wechselgeld gehen an eine Adresse mit fremdem Stake-Teil.`,
  'V4-no-rewards': ({ what }) =>
    `${amounts(what)} Wechselgeld gehen an eine Ihrer Adressen, die keine Staking-Rewards verdient.`,
  'V4-other-own': ({ what, to }) => `${amounts(what)} gehen an eine andere Ihrer Adressen, ${to}.`,
  'V4-script-moves': ({ inputs, to }) =>
    `${inputs} ihrer Inputs lagen an einer anderen Adresse dieses Skripts: Mit ${to} ändert sich dessen Stake-Teil.`,
  'V5-least': ({ output }) => `In Output ${output} liegen weniger ADA, als der Ledger verlangt.`,

  'V12-same': ({ until }) => `Genau diese Transaktion haben Sie schon signiert${untilWords(until)}.`,
  'V12-funds': ({ hash, until }) =>
    `Sie haben schon eine Transaktion signiert, die dasselbe Guthaben ausgibt (${hash})${untilWords(until)}: Nur eine der beiden kann ausgeführt werden.`,
  'V12-subject': ({ hash, until }) =>
    `Hierfür haben Sie schon eine Transaktion signiert (${hash})${untilWords(until)}: Beide könnten ausgeführt werden.`,
  'V12-payment': ({ hash, until }) =>
    `Sie haben schon eine Zahlung an diese Adresse signiert (${hash})${untilWords(until)}: Beide könnten ausgeführt werden, und es würde zweimal gezahlt.`,
  'V12-alike': ({ hash, until }) =>
    `Sie haben schon einen solchen Trade signiert (${hash})${untilWords(until)}. Laut Ledger-Dienst kann er nicht mehr ausgeführt werden; stimmt das nicht, könnten beide ausgeführt werden.`,

  'V15-not-agreed': 'Einer solchen Transaktion haben Sie nicht zugestimmt.',
  'V15-assets': ({ what, beyond }) =>
    `Sie würde ${amounts(beyond)} mehr ${what === 'taken' ? 'nehmen' : 'sperren'}, als vereinbart ist.`,
  'V15-cost': ({ what, found, most }) =>
    `${BOUNDED[what]} ${amount(found)}; vereinbart sind höchstens ${amount(most)}.`,
  'V15-less-back': ({ short }) => `Es kommen ${amounts(short)} weniger zurück, als vereinbart ist.`,
  'V15-least': ({ least, agreed }) =>
    `Die Orders legen nur ${amount(least)} als Mindestbetrag fest; vereinbart sind mindestens ${amount(agreed)}.`,
  'V16-no-share': 'Bei keiner Seite ist sicher, dass sie ADA wert ist; daher lässt sich kein Anteil nennen.',
  'V16-at-once': ({ what }) =>
    `${amount(what)} davon werden sofort gezahlt, auf das hin, was der Verkauf erst einbringen soll.`,

  'V18-not-paid': ({ what, to }) => `Kein Output zahlt genau ${amounts(what)} an ${to}.`,
  'V18-also': ({ what, to }) => `${amounts(what)} gingen auch an ${to}.`,
  'V18-script':
    'Die Adresse ist durch ein Skript gesperrt: Was ohne Bedingungen dorthin geht, kann verloren sein.',
  'V18-own': 'Die Adresse ist eine Ihrer eigenen.',
  'V18-foreign': ({ inputs }) => `${inputs} ihrer Inputs gehören nicht Ihnen.`,
  'V18-more': 'Sie tut neben der Zahlung noch etwas.',
  'V18-data': 'Sie hängt einem Output Daten an.',
  'V18-forever': 'Sie bliebe für immer gültig.',
  'V18-fee': ({ fee, usual }) =>
    `Die Netzwerkgebühr von ${amount(fee)} ist mehr als doppelt so hoch, wie eine solche Zahlung sonst kostet (${amount(usual)}).`,

  'P1-unknown': ({ most }) =>
    `Was dieser Trade in ADA wert ist, ist nicht bekannt; daher ist Ihr Limit von ${amount(most)} je Trade nicht anwendbar.`,
  'P1-beyond': ({ worth, most }) =>
    `Der Trade ist ${amount(worth)} wert; Ihr Limit je Trade beträgt ${amount(most)}.`,
  'P1-together': ({ count, worth, most }) =>
    `Die ${count} Transaktionen, für die dies gilt, sind zusammen ${amount(worth)} wert; Ihr Limit je Trade beträgt ${amount(most)}.`,
  'P2-midway': ({ fits, count, worth, left }) =>
    `Alle ${count} Transaktionen sind ${amount(worth)} wert; von Ihrem Limit für 24 Stunden sind noch ${amount(left)} übrig. Es würde nach ${fits} von ihnen anhalten.`,
  'P2-unknown': ({ most }) =>
    `Was dieser Trade in ADA wert ist, ist nicht bekannt; daher ist Ihr Limit von ${amount(most)} für 24 Stunden nicht anwendbar.`,
  'P2-beyond': ({ worth, most, left }) =>
    `Der Trade ist ${amount(worth)} wert; von Ihrem Limit von ${amount(most)} für 24 Stunden sind noch ${amount(left)} übrig.`,
  'P-not-counted': 'Was die Token wert sind, ist nicht bekannt; auf Ihr Limit wird nur die ADA angerechnet.',
  'P3-tolerance': ({ tolerance, most }) =>
    `Die Slippage-Toleranz beträgt ${germanFigure(tolerance)}; Ihr Limit ist ${germanFigure(most)}.`,
  'P3-beyond-limit': ({ gap, most }) =>
    `Die Orders dürfen ${germanFigure(gap)} weniger bringen als erwartet; Ihr Limit ist ${germanFigure(most)}.`,
  'P3-beyond-allowed': ({ gap, allowed }) =>
    `Die Orders dürfen ${germanFigure(gap)} weniger bringen als erwartet; erlaubt haben Sie ${germanFigure(allowed)}.`,
  'P3-large': ({ gap }) => `Die Orders dürfen ${germanFigure(gap)} weniger bringen als erwartet.`,
  'P4-not-applied': ({ most }) =>
    `Der Preiseinfluss dieses Trades ist nicht bekannt; daher ist Ihr Limit von ${germanFigure(most)} nicht anwendbar.`,
  'P4-beyond': ({ impact, most }) =>
    `Der Preiseinfluss beträgt ${germanFigure(impact)}; Ihr Limit ist ${germanFigure(most)}.`,
  'P4-unknown': 'Wie weit der Kurs vom Markt entfernt ist, ist nicht bekannt: Es liegt kein Marktkurs vor.',
  'P4-lose': ({ impact }) =>
    `Sie verlieren ${germanFigure(impact)} gegenüber dem Marktkurs, den der Dienst nennt.`,
  'P4-worse': ({ impact }) =>
    `Der Kurs ist ${germanFigure(impact)} schlechter als der Marktkurs, den der Dienst nennt.`,
  'P5-unverified': ({ token }) =>
    `${token} ist nicht verifiziert, und Ihre Limits erlauben nur verifizierte Token.`,
  'P5-not-applied':
    'Welche Token verifiziert sind, ist ohne Netz nicht bekannt; daher ist Ihr Limit auf verifizierte Token nicht anwendbar.',
  'P6-left-out': ({ exchange }) =>
    `Verwendet würde ${exchange}; diese Börse haben Sie für diesen Trade ausgeschlossen.`,
  'P6-not-chosen': ({ exchange }) =>
    `Verwendet würde ${exchange}; das ist keine der Börsen, die Sie für diesen Trade gewählt haben.`,
  'P6-uncoded': ({ exchange }) =>
    `Eine Order liegt an der Börse ${exchange}, und diese App weiß nicht, welches Kürzel der Dienst für sie verwendet: Dass Sie sie nicht ausgeschlossen haben, beruht allein auf der Angabe des Dienstes.`,
  'P6-unknown-code': ({ code }) =>
    `Sie haben ${code} ausgeschlossen, und diese App weiß nicht, welche Börse dieses Kürzel meint: Dass dort keine Order liegt, beruht allein auf der Angabe des Dienstes.`,
  'P6-unseen-pools': ({ code, exchange }) =>
    `Sie haben ${code} ausgeschlossen, und diese App kann nicht sehen, über wie viele Pools die Order an der Börse ${exchange} geht: Dass es keine solche Order ist, beruht allein auf der Angabe des Dienstes.`,
  'P6-any': 'Die wiederkehrende Order kann an jeder Börse handeln; wählen Sie die, die Sie erlauben.',
  'P6-not-allowed': ({ exchange }) =>
    `Verwendet würde ${exchange}; das ist keine der Börsen, die Sie erlauben.`,
  'P6-unknown-script': ({ script }) =>
    `Eine Order ist durch ein Skript (${script}) einer unbekannten Börse gesperrt; daher ist Ihre Liste erlaubter Börsen nicht anwendbar.`,
  'P7-never': 'Von hier haben Sie noch nie etwas an diese Adresse gesendet.',
  'P7-first': ({ address }) => `An die Adresse ${address} haben Sie noch nie gezahlt.`,
  'P8-first': ({ script }) => `Am Skript ${script} haben Sie noch nie eine Order platziert.`,
  'P9-decimals-changed': ({ name, id, now, before }) =>
    `${name} soll jetzt ${now} Nachkommastellen haben; als der Token hier zum ersten Mal zu sehen war, hatte er ${before}. Die Nachkommastellen eines Tokens ändern sich nie, jeder Betrag davon könnte also falsch sein. Seine ID ist ${id}.`,
  'P9-ticker-changed': ({ id, now, before }) =>
    `Der Token ${id} soll jetzt ${now} heißen; hier hieß er bisher ${before}. Ein Token könnte für einen anderen ausgegeben werden, daher wird er nicht bewegt.`,
  'P9-ticker-renamed': ({ id, now, before }) =>
    `Der Ledger nennt den Token ${id} jetzt ${now}; hier hieß er bisher ${before}. Stimmen Sie nur zu, wenn Sie wissen, dass er umbenannt wurde oder der frühere Name falsch war.`,
  'P9-ticker-disputed': ({ id, service, ledger }) =>
    `Der Dienst nennt den Token ${id} ${service}, der Ledger nennt ihn ${ledger}: Er wird mit seiner ID gezeigt. Vergleichen Sie diese.`,
  'P9-ticker-from-service': ({ name, id }) =>
    `Dass der Token ${id} ${name} ist, gibt allein der Dienst an. Vergleichen Sie seine ID.`,
  'P9-namesake': ({ name, id, other }) =>
    `Ein anderer Token, der hier bekannt ist, heißt auch ${name} oder ähnlich: ${other}. Die ID von diesem ist ${id}.`,
  'P9-unverified': ({ name, id }) => `${name} ist nicht verifiziert. Die ID des Tokens ist ${id}.`,
  'P9-unverified-first': ({ name, id }) =>
    `${name} ist nicht verifiziert, und Sie haben den Token noch nie gehandelt. Seine ID ist ${id}.`,
  'P9-first': ({ name, id }) =>
    `${name} haben Sie noch nie gehandelt. Dass der Token verifiziert ist, gibt der Dienst an. Die ID des Tokens ist ${id}.`,
  'P9-decimals-from-service': ({ name, units }) =>
    `Dass ein ${name} ${units} Basiseinheiten sind, gibt allein der Dienst an: Beträge könnten um Zehnerpotenzen falsch sein.`,
  'P10-unknown':
    'Wie weit dieser Kurs vom Markt entfernt ist, ist nicht bekannt: Der Dienst nennt keinen Kurs.',
  'P10-off': ({ off }) => `Dieser Kurs ist ${germanFigure(off)} schlechter als der Marktkurs.`,
  'P11-limit': ({ most }) => `Ihr Limit beträgt ${amount(most)}.`,
  'P12-frozen': ({ coin, label }) =>
    `Sie gibt einen Coin aus, den Sie eingefroren haben, ${label === '' ? coin : `„${label}“ (${coin})`}.`,
  'P13-lookalike': ({ address, own }) =>
    `Diese Adresse beginnt oder endet wie ${own ? 'Ihre eigene' : 'eine, an die Sie schon gezahlt haben'}, ${address}, und ist eine andere. Vergleichen Sie jedes Zeichen.`,

  'S2-impossible': 'Ein zweiter Beweis ist nicht möglich: Die Liste der Order-Skripte fehlt.',
  'S2-objects': ({ objection }) => `Ein zweiter Beweis erhebt Einspruch (auf Englisch): ${objection}`,
  'S2-differ': ({ about }) =>
    `Zwei Beweise stimmen nicht überein: ${about.map((what) => DIFFERENCES[what]).join(' und ')}.`,
};

const BOUNDED: Readonly<Record<BoundedCost, string>> = {
  others: 'Andere erhielten',
  network: 'Das Netzwerk nähme',
  all: 'Insgesamt kostete sie',
};

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  'network-fee': 'die Netzwerkgebühr',
  others: 'was andere erhalten',
  keeps: 'was die Börsen behalten dürfen',
  'comes-back': 'was zurückkommt',
  cost: 'was sie kostet',
  gone: 'was endgültig weg ist',
  locked: 'was gesperrt wird',
  orders: 'die Zahl der Orders',
  signers: 'Ihre Schlüssel, die signieren müssen',
  send: 'die Worte dafür, was Sie senden',
  receive: 'die Worte dafür, was Sie erhalten',
  tokens: 'die bewegten Token',
  costs: 'die Worte für die Kosten',
  returns: 'die Worte dafür, was zurückkommt',
};

function untilWords(until: number | undefined): string {
  return until === undefined ? ' (gültig für immer)' : ` (gültig bis Slot ${until})`;
}
