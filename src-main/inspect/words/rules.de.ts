import type { Translation } from '#domain/words/catalogue.ts';
import type { ruleWords as english } from './rules.en.ts';

export const ruleWords: Translation<typeof english> = {
  'D1/holds': 'Die Bytes sind genau eine Transaktion, signiert klein genug für das Netzwerk.',
  'D1/leaves-out': 'Was die Transaktion tut.',
  'D2/holds': 'Jedes Feld des Hauptteils ist bekannt und kommt einmal vor, und kein Betrag darin ist null.',
  'D2/leaves-out': 'Felder in Skriptdaten und beigelegten Daten.',
  'D3/holds': 'Ein zweiter Decoder liest dieselbe Gebühr, dieselben Inputs, Adressen und Beträge.',
  'D3/leaves-out': 'Skriptdaten, Witnesses und beigelegte Daten.',
  'D4/holds':
    'Der zu signierende Hash ist nach zwei unabhängigen Berechnungen über die rohen Bytes derselbe.',
  'D4/leaves-out': 'Alles außerhalb des Hauptteils, was keine Signatur abdeckt.',
  'D5/holds': 'Die Transaktion ist nicht als fehlschlagend markiert.',
  'D5/leaves-out': 'Ob Skripte wirklich gelingen: Das entscheidet der Ledger.',
  'D6/holds': 'Die beigelegten Daten sind die, die der signierte Hauptteil nennt, oder es gibt keine.',
  'D6/leaves-out': 'Was die beigelegten Daten sagen.',
  'D7/holds': 'Kein Input kommt zweimal vor, und keiner ist zugleich Referenz-Input.',
  'D7/leaves-out': 'Ob die Inputs noch nicht ausgegeben sind.',
  'D8/holds': 'Von Ihnen ist noch keine Signatur da, und jede andere Signatur darin ist richtig.',
  'D8/leaves-out': 'Signaturen, die noch fehlen.',
  'R1/holds': 'Von jedem Input und jedem Collateral ist bekannt, was darin liegt.',
  'R1/leaves-out': 'Ob bewiesen ist, was bekannt ist (R2).',
  'R2/holds':
    'Was in jedem Input liegt und wem es gehört, ist durch die Bytes der Transaktion bewiesen, die ihn gemacht hat.',
  'R2/leaves-out': 'Ob die Inputs noch nicht ausgegeben sind.',
  'R3/holds': 'Was hineingeht, ist Asset für Asset gleich dem, was herauskommt, und der Gebühr.',
  'R3/leaves-out': 'Kautionen von Zertifikaten und Vorschlägen, die ganz abgelehnt werden (F1).',
  'R4/holds': 'Mindestens ein Input gehört Ihnen oder ist eine der Orders, die Sie zurücknehmen.',
  'R4/leaves-out': 'Wie viel davon ausgegeben wird (V1, V10).',
  'V1/holds':
    'Ihre Wallet verliert genau das, was Sie verkaufen, und die genannten Kosten, und keinen anderen Token.',
  'V1/leaves-out': 'Ob die Kosten angemessen sind (V2, V3, F5); Stornierungen (V10) und Zahlungen (V18).',
  'V2/holds':
    'In den Orders liegt zusammen, was Sie verkaufen, samt Gebühren und Kaution, und nichts anderes.',
  'V2/leaves-out':
    'Was die Orders auszahlen (V7); und Gebühren, die genannt, gezeigt und klein gegenüber dem Trade sind.',
  'V3/holds': 'Alles geht an Sie, in eine Order oder als Dienstgebühr innerhalb ihrer Grenze.',
  'V3/leaves-out':
    'Ob eine Order sicher ist (V2, V6, V7), und ob an eine Gebührenadresse schon gezahlt wurde (P7).',
  'V4/holds':
    'Wechselgeld geht an Adressen, deren Zahlungs- und Stake-Teil Ihnen gehören und von denen kam, was Sie ausgeben.',
  'V4/leaves-out': 'In wie viele Outputs es geteilt ist.',
  'V5/holds': 'In jedem Output liegen mindestens so viele ADA, wie der Ledger verlangt.',
  'V5/leaves-out': 'In welchem Output welcher Token liegt.',
  'V6/holds':
    'Jede Order zahlt ihren Erlös an Ihre eigenen Schlüssel, kann nur von ihnen zurückgenommen werden und nennt keine anderen.',
  'V6/leaves-out':
    'Was Skriptdaten unbekannter Form über die Hashes darin hinaus bedeuten; das Skript der Börse selbst.',
  'V7/holds':
    'Die Orders verlangen, was Sie kaufen, und legen zusammen mindestens fest, was Sie akzeptiert haben.',
  'V7/leaves-out':
    'Wann die Orders ausgeführt werden: Ist der Mindestbetrag einer Order nicht erreichbar, wartet sie, und hat sie eine Endzeit, kann sie unausgeführt enden (V14). Ob der Kurs selbst angemessen ist: Den Markt kennt nur der Dienst.',
  'V8/holds': 'Die Adresse jeder Order hat Ihren eigenen Stake-Teil oder keinen.',
  'V8/leaves-out': 'Das Skript, das die Order sperrt (V9).',
  'V9/holds': 'Jede Order ist durch das Skript einer bekannten Börse gesperrt.',
  'V9/leaves-out': 'Was das Skript erlaubt.',
  'V10/holds':
    'Eine Stornierung nimmt genau die Orders zurück, die Sie genannt haben, und alles, was darin liegt, kommt zu Ihnen.',
  'V10/leaves-out':
    'Collateral (F4); eine Order, die inzwischen ausgeführt wurde, lässt sich nicht zurücknehmen.',
  'V11/holds':
    'Eine wiederkehrende Order ist eine einzige Order, durch ein Skript gesperrt, über den ganzen Betrag, so aufgeteilt und getaktet, wie Sie gewählt haben.',
  'V11/leaves-out':
    'Zu welchen Kursen sie handelt, über die je Trade erlaubte Slippage hinaus, und an welchen Börsen: Das wählt, wer sie ausführt.',
  'V12/holds':
    'Sie haben keine andere Transaktion für dasselbe Kursangebot signiert, keine, die dieselben Inputs ausgibt und noch ausgeführt werden kann, keinen solchen Trade, den nur der Ledger-Dienst für erledigt erklärt, und keine Zahlung an dieselbe Adresse, die noch nicht auf der Chain ist.',
  'V12/leaves-out': 'Transaktionen, die anderswo mit denselben Schlüsseln signiert wurden.',
  'V13/holds': 'Jede Order hält ihre Bedingungen in einer Form, mit der ihr Skript ausgeführt werden kann.',
  'V13/leaves-out':
    'Ob das Skript dann zustimmt; und Bedingungen, die fehlen oder nur als Hash da sind (V6).',
  'V14/holds':
    'Keine Order endet von selbst, bevor sie ausgeführt werden kann, und keine bezahlt die, die sie zurückschicken.',
  'V14/leaves-out':
    'Wie lange eine Order auf ihre Ausführung wartet, wenn sie viel später oder gar nicht endet.',
  'V15/holds':
    'Was abgeht, was gesperrt wird, was andere erhalten und was es kostet, liegt innerhalb dessen, dem Sie zugestimmt haben.',
  'V15/leaves-out':
    'Transaktionen, die nicht von hier verlangt wurden: Es gibt keine Vereinbarung, an der sie zu messen wären.',
  'V16/holds':
    'Alles, was nicht zurückkommt, beträgt höchstens 4 ADA oder zwei Prozent der ADA, die Sie handeln; höchstens 4 ADA, wo bei keiner Seite sicher ist, dass sie ADA wert ist.',
  'V16/leaves-out':
    'Der Kurs selbst (V7, P4); und was von einem Limit verbraucht wird, wo Sie keines gesetzt haben.',
  'V17/holds':
    'Eine Order, die eine andere ersetzt, gibt aus, was deren Stornierung zurückgegeben hat, und ist dort platziert, wo jene lag.',
  'V17/leaves-out': 'Was die neue Order verkauft, wofür und für wen: wie bei jeder Order (V1, V2, V6, V7).',
  'V18/holds':
    'Eine Zahlung ist ein einziger Output über genau das, was Sie eingegeben haben, an genau die Adresse, die Sie eingegeben haben; alles andere kommt zu Ihnen zurück.',
  'V18/leaves-out':
    'Ob die Adresse dem gehört, den Sie meinen: Vergleichen Sie sie ganz mit der, die Sie erhalten haben.',
  'F1/holds':
    'Die Transaktion trägt weder Zertifikat noch Stimme, Vorschlag, Update, Treasury-Wert oder Spende.',
  'F1/leaves-out': 'Nichts davon wird je für einen Trade gebraucht.',
  'F2/holds': 'Die Transaktion zahlt keine Staking-Rewards aus.',
  'F2/leaves-out': 'Warum ein Skript eine Auszahlung von null will, die es ausführt.',
  'F3/holds': 'Die Transaktion erzeugt und vernichtet keine Token.',
  'F3/leaves-out': 'Stornierungen bei Börsen, die ihre Orders mit einem Token kennzeichnen.',
  'F4/holds':
    'Von Ihrem Collateral ist nicht mehr als ein kleiner Betrag in Gefahr, und der Rest kommt zu Ihnen zurück.',
  'F4/leaves-out': 'Collateral, das jemand anderes stellt.',
  'F5/holds': 'Die Netzwerkgebühr ist so hoch, wie eine solche Transaktion kostet.',
  'F5/leaves-out':
    'Gebühren der Börse und des Dienstes (V2, V3); und unter einem ADA ein Ledger-Dienst, der die Preise des Netzwerks zu hoch angibt.',
  'F6/holds':
    'Netzwerk-ID und jede Adresse gehören zum eingestellten Netzwerk, und jede Adresse ist vollständig.',
  'F6/leaves-out': 'Welches der Testnetze es ist: Deren Adressen sehen gleich aus.',
  'F7/holds': 'Die Transaktion kann jetzt auf die Chain kommen und nicht viel später.',
  'F7/leaves-out':
    'Wie lange eine Order wartet, sobald sie platziert ist; und eine Computeruhr, die selbst vorgeht, um so viel wie ein lügender Ledger.',
  'F8/holds': 'Nur Ihre eigenen Schlüssel müssen signieren.',
  'F8/leaves-out': 'Wozu die Signaturen berechtigen (F1, F2).',
  'F9/holds': 'Kein Output trägt ein Skript.',
  'F9/leaves-out': 'Was in Referenz-Inputs liegt: Sie werden gelesen und nie ausgegeben.',
  'F10/holds': 'Der Transaktion ist nichts beigelegt als die übliche Nachricht des Dienstes.',
  'F10/leaves-out': 'Ob wahr ist, was die beigelegten Daten sagen.',
  'F11/holds':
    'Was die Transaktion an Skripte übergibt, ist durch den signierten Hauptteil gebunden, und nichts ist gebunden, was fehlt.',
  'F11/leaves-out':
    'Ob der Hash stimmt: Er umfasst auch Kostenparameter des Netzwerks, und der Ledger prüft ihn.',
  'P1/holds': 'Alles, wofür eine Zustimmung gilt, ist zusammen nicht mehr wert als Ihr Limit je Trade.',
  'P1/leaves-out':
    'Gebühren; und wo keine ADA gezahlt wird, beruht der Wert des Trades auf Kursen, die der Dienst nennt.',
  'P2/holds':
    'Mit dem, was Sie in den letzten 24 Stunden signiert haben, bleibt der Trade innerhalb Ihres Tageslimits; gilt eine Zustimmung für mehrere Transaktionen, erfahren Sie, ob das Limit sie unterwegs anhalten würde.',
  'P2/leaves-out':
    'Trades, deren Wert nicht bekannt war, als sie gemacht wurden, Trades anderer Profile und Programme, eine vorgestellte Systemuhr und ein Journal, das ein anderes Programm geändert hat.',
  'P3/holds':
    'Die Slippage-Toleranz liegt innerhalb Ihres Limits, und die Orders legen nicht weniger vom Erwarteten fest, als sie übrig lässt.',
  'P3/leaves-out':
    'Ob das Erwartete wahr ist: Der Dienst nennt es. Orders, deren Mindestbetrag sich nicht lesen lässt (V7), Limit-Orders und wiederkehrende.',
  'P4/holds': 'Der Preiseinfluss liegt innerhalb Ihres Limits und unter zehn Prozent.',
  'P4/leaves-out':
    'Limit-Orders, die ihren Kurs selbst nennen; und ob die Kurse wahr sind, die der Dienst nennt.',
  'P5/holds':
    'Gehandelt werden nur Token, die der Dienst verifiziert nennt, wenn Sie keine anderen erlauben.',
  'P5/leaves-out': 'Ob ein verifizierter Token etwas wert ist.',
  'P6/holds':
    'Verwendet werden nur Börsen, die Sie erlauben und nicht ausgeschlossen haben: nach den Routen, die der Dienst nennt, und nach den Skripten der Orders, deren Börsen diese App aus ihrer eigenen Liste kennt.',
  'P6/leaves-out':
    'Wohin eine Börse selbst eine Order leitet, sobald sie sie hat; und welche Skripte zu einem Kürzel gehören, das nicht in der Liste steht, oder über wie viele Pools eine Order geht, deren Form es nicht sagt (nach beidem wird gefragt).',
  'P7/holds':
    'An jeden, der außer den Orders bezahlt wird, hat schon eine Transaktion gezahlt, die Sie signiert haben.',
  'P7/leaves-out':
    'Ob die Zahlung richtig ist (V3); Zahlungen anderer Programme; und ein Journal, das ein anderes Programm geändert hat.',
  'P8/holds':
    'Jede Order ist durch das Skript einer bekannten Börse gesperrt oder durch eines, an dem Sie schon eine Order platziert haben.',
  'P8/leaves-out':
    'Was das Skript erlaubt; und ob ein unbekanntes Skript überhaupt verwendet werden darf (V9).',
  'P9/holds':
    'Jeden Token hat schon eine Transaktion gehandelt, die Sie signiert haben; der Ledger bestätigt sein Kürzel und seine Nachkommastellen, und sie sind dieselben wie damals, als er hier zum ersten Mal zu sehen war.',
  'P9/leaves-out':
    'Ob ein Token der ist, den Sie meinen: Vergleichen Sie seine ID. Dass ein Token verifiziert ist, gibt der Dienst an, und ein Ledger bestätigt, was sein Herausgeber oder ein Register geschrieben hat.',
  'P10/holds': 'Ein Limitkurs ist höchstens fünf Prozent schlechter als der Marktkurs, den der Dienst nennt.',
  'P10/leaves-out':
    'Ob dieser Marktkurs wahr ist; und Kurse, die besser als der Markt sind: Bei ihnen wartet eine Order.',
  'P11/holds': 'Alles, was nicht zurückkommt, liegt innerhalb Ihres Limits dafür, was ein Trade kosten darf.',
  'P11/leaves-out': 'Der Kurs selbst (P3, P4).',
  'P12/holds': 'Es wird kein Coin ausgegeben, den Sie eingefroren haben.',
  'P12/leaves-out': 'Coins, die in einem anderen Profil oder Programm eingefroren wurden.',
  'P13/holds':
    'Die Adresse des Empfängers sieht nicht nur so aus wie eine, an die schon gezahlt wurde, oder wie eine von Ihren.',
  'P13/leaves-out': 'Adressen, an die andere Programme gezahlt haben.',
  'S2/holds':
    'Ein zweiter Beweis, der mit diesen Prüfungen keinen Code teilt, kommt zu denselben Zahlen und Sätzen.',
  'S2/leaves-out':
    'Limits, Gebühren, die hoch, aber erlaubt sind, und alles andere, wonach gefragt wird: Das beurteilt der erste Beweis.',
};
