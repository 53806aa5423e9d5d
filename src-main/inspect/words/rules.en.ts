/** Each rule's guarantee, and the cases that it does not cover. Receipts have a hash of the English texts. */
export const ruleWords = {
  'D1/holds': 'The bytes are exactly one transaction, small enough for the network when signed.',
  'D1/leaves-out': 'What the transaction does.',
  'D2/holds': 'Every field of the body is known and occurs once, and no amount in it is zero.',
  'D2/leaves-out': 'Fields inside datums and attached data.',
  'D3/holds': 'A second decoder reads the same fee, inputs, addresses and amounts.',
  'D3/leaves-out': 'Datums, witnesses and attached data.',
  'D4/holds': 'The hash to be signed is the same by two independent computations over the raw bytes.',
  'D4/leaves-out': 'Anything outside the body, which no signature covers.',
  'D5/holds': 'The transaction is not marked as failing.',
  'D5/leaves-out': 'Whether scripts really succeed: the ledger decides that.',
  'D6/holds': 'The attached data is the one that the signed body names, or there is none.',
  'D6/leaves-out': 'What the attached data says.',
  'D7/holds': 'No input occurs twice, and none is also a reference input.',
  'D7/leaves-out': 'Whether the inputs are still unspent.',
  'D8/holds': 'No signature of yours is there yet, and every other signature in it is right.',
  'D8/leaves-out': 'Signatures that are still missing.',
  'R1/holds': 'It is known what every input and every collateral holds.',
  'R1/leaves-out': 'Whether what is known is proven (R2).',
  'R2/holds': "Every input's value, and whose it is, is proven by its parent transaction's bytes.",
  'R2/leaves-out': 'Whether the inputs are still unspent.',
  'R3/holds': 'What goes in equals what comes out and the fee, asset by asset.',
  'R3/leaves-out': 'Deposits of certificates and proposals, which are refused altogether (F1).',
  'R4/holds': 'At least one input is yours, or one of the orders that you take back.',
  'R4/leaves-out': 'How much of it is spent (V1, V10).',
  'V1/holds': 'Your wallet loses exactly what you sell and the costs shown, and no other token.',
  'V1/leaves-out': 'Whether the costs are fair (V2, V3, F5), and cancellations (V10), and payments (V18).',
  'V2/holds': 'The orders together hold what you sell, their fees and deposits, and nothing else.',
  'V2/leaves-out':
    'What the orders pay out (V7); and fees that are stated, shown, and small compared with the trade.',
  'V3/holds': 'Everything goes to you, to an order, or as a service fee within its cap.',
  'V3/leaves-out': 'Whether an order is safe (V2, V6, V7), and whether a fee address was paid before (P7).',
  'V4/holds':
    'Change goes to addresses whose payment and stake parts are both yours, and where what you spend came from.',
  'V4/leaves-out': 'Into how many outputs it is cut.',
  'V5/holds': 'Every output holds the least ADA that the ledger asks for.',
  'V5/leaves-out': 'Which output holds which token.',
  'V6/holds':
    'Every order pays its proceeds to your own keys, can be taken back by them alone, and names no other.',
  'V6/leaves-out': "What a datum of unknown form means beyond the hashes in it; the exchange's own script.",
  'V7/holds': 'The orders want what you buy, and together enforce at least what you accepted.',
  'V7/leaves-out':
    'When the orders are filled: one whose minimum cannot be met waits, and one with an end time may end unfilled (V14). Whether the price itself is fair: only the service knows the market.',
  'V8/holds': "Every order's address has your own stake part, or none.",
  'V8/leaves-out': 'The script that locks the order (V9).',
  'V9/holds': "Every order is locked by a known exchange's script.",
  'V9/leaves-out': 'What the script allows.',
  'V10/holds': 'A cancellation takes back exactly the orders that you named, and all they hold comes to you.',
  'V10/leaves-out': 'Collateral (F4); an order that was filled meanwhile cannot be taken back.',
  'V11/holds':
    'A recurring order is one order, locked by one script, for the whole amount, divided and timed as you chose.',
  'V11/leaves-out':
    'At which prices it trades, beyond the slippage that each trade allows, and at which exchanges: those who carry it out choose them.',
  'V12/holds':
    'You signed no other transaction for the same quote, none that spends the same inputs and may still run, no trade like it that only the ledger service calls over, and no payment to the same address that is not on chain yet.',
  'V12/leaves-out': 'Transactions signed elsewhere with the same keys.',
  'V13/holds': 'Every order holds its terms in a form that its script can be run over.',
  'V13/leaves-out':
    'Whether the script then agrees; and terms that are missing, or given by a hash alone (V6).',
  'V14/holds': 'No order ends by itself before it can be filled, and none pays those who send it back.',
  'V14/leaves-out': 'How long an order waits until it is filled, where it ends much later or not at all.',
  'V15/holds': 'What leaves, what is locked, what others get and what it costs is within what you agreed to.',
  'V15/leaves-out': 'Transactions that were not asked for here: there is no agreement to hold them against.',
  'V16/holds':
    'All that does not come back is at most 4 ADA or two percent of the ADA that you trade; at most 4 ADA where neither side is certain to be worth ADA.',
  'V16/leaves-out': 'The price itself (V7, P4); and what of a limit is used up where you set none.',
  'V17/holds':
    'An order that replaces another spends what its cancellation gave back, and is placed where that one was.',
  'V17/leaves-out': 'What the new order sells, for how much and for whom: as for any order (V1, V2, V6, V7).',
  'V18/holds':
    'A payment is one output of exactly what you typed to exactly the address that you typed; everything else comes back to you.',
  'V18/leaves-out':
    'Whether the address belongs to whom you mean: compare all of it with what they gave you.',
  'F1/holds': 'The transaction carries no certificate, vote, proposal, update, treasury value or donation.',
  'F1/leaves-out': 'Nothing of these is ever needed for a trade.',
  'F2/holds': 'The transaction withdraws no staking rewards.',
  'F2/leaves-out': 'Why a script wants a withdrawal of zero, which runs it.',
  'F3/holds': 'The transaction creates and burns no tokens.',
  'F3/leaves-out': 'Cancellations of exchanges that mark their orders with a token.',
  'F4/holds': 'No collateral of yours is at risk beyond a small bound, and its rest returns to you.',
  'F4/leaves-out': 'Collateral that someone else puts up.',
  'F5/holds': 'The network fee is what such a transaction costs.',
  'F5/leaves-out':
    "Fees of the exchange and of the service (V2, V3); and below one ADA, a ledger back-end that overstates the network's prices.",
  'F6/holds': 'Network id and every address belong to the configured network, and every address is whole.',
  'F6/leaves-out': 'Which of the test networks it is: their addresses look alike.',
  'F7/holds': 'The transaction can enter the chain now, and not much later.',
  'F7/leaves-out':
    "How long an order waits once it is placed; and a computer's clock that is itself ahead, by as much as a lying ledger.",
  'F8/holds': 'Only your own keys have to sign.',
  'F8/leaves-out': 'What the signatures authorise (F1, F2).',
  'F9/holds': 'No output carries a script.',
  'F9/leaves-out': 'What reference inputs hold: they are read, never spent.',
  'F10/holds': "Nothing is attached to the transaction but the service's usual message.",
  'F10/leaves-out': 'Whether what the attached data says is true.',
  'F11/holds':
    'What the transaction passes to scripts is bound by the signed body, and nothing is bound that is missing.',
  'F11/leaves-out':
    'Whether the hash is right: it also covers cost parameters of the network, and the ledger checks it.',
  'P1/holds': 'All that one approval covers is worth no more than your limit for one trade.',
  'P1/leaves-out':
    "Fees; and where no ADA is paid, the trade's worth rests on prices that the service states.",
  'P2/holds':
    'With what you signed in the last 24 hours, the trade stays within your limit for a day; where one approval covers several transactions, you are told if the limit would stop them midway.',
  'P2/leaves-out':
    'Trades whose worth was not known when they were made, trades of other profiles and programs, a system clock that was set forward, and a journal that another program changed.',
  'P3/holds':
    'The slippage tolerance is within your limit, and the orders enforce no less of what is expected than it leaves.',
  'P3/leaves-out':
    'Whether what is expected is true: the service states it. Orders whose least cannot be read (V7), limit orders and recurring ones.',
  'P4/holds': 'The price impact is within your limit, and below ten percent.',
  'P4/leaves-out':
    'Limit orders, which name their own price; and whether the prices that the service states are true.',
  'P5/holds': 'Only tokens that the service calls verified are traded, when you allow no others.',
  'P5/leaves-out': 'Whether a verified token is worth anything.',
  'P6/holds':
    'Only exchanges that you allow, and did not leave out, are used: by the routes that the service states and by the scripts of the orders, whose exchanges this app knows from its own list.',
  'P6/leaves-out':
    'Where an exchange itself routes an order once it holds it; and which scripts belong to a code that is not in the list, or over how many pools an order goes whose form does not say (both asked about).',
  'P7/holds': 'Whoever is paid besides the orders was paid by a transaction that you signed before.',
  'P7/leaves-out':
    'Whether the payment is right (V3); payments by other programs; and a journal that another program changed.',
  'P8/holds':
    "Every order is locked by a known exchange's script, or by one that you placed an order at before.",
  'P8/leaves-out': 'What the script allows; and whether an unknown script may be used at all (V9).',
  'P9/holds':
    'Every token was traded by a transaction that you signed before, the ledger confirms its ticker and decimals, and they are those that it had when it was first seen here.',
  'P9/leaves-out':
    'Whether a token is the one that you mean: compare its id. That a token is verified is the service’s word, and a ledger confirms what its minter or a registry wrote.',
  'P10/holds': 'A limit price is at most five percent worse than the market price that the service states.',
  'P10/leaves-out':
    'Whether that market price is true; and prices better than the market, at which an order waits.',
  'P11/holds': 'All that does not come back is within your limit on what a trade may cost.',
  'P11/leaves-out': 'The price itself (P3, P4).',
  'P12/holds': 'No coin is spent that you froze.',
  'P12/leaves-out': 'Coins that were frozen in another profile or program.',
  'P13/holds':
    'The recipient does not merely look like an address that was paid before, or like one of yours.',
  'P13/leaves-out': 'Addresses that other programs paid.',
  'S2/holds':
    'A second proof, which shares no code with these checks, comes to the same figures and sentences.',
  'S2/leaves-out':
    'Limits, fees that are large but allowed, and all else that is asked about: the first proof judges these.',
};
