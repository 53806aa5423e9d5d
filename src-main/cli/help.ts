export const HELP = `Touchstone on the command line: npm run --silent touchstone -- COMMAND [OPTIONS]

  quote     asks for a price (at practice when no service is named)
  swap      trades: quote, build, inspect, sign, submit, follow until filled
  limit     places limit orders: one, equal ones in a transaction, or a ladder of prices
  dca       create | list | cancel: recurring orders, a total divided over trades at set times
  orders    lists the orders of a wallet or an address
  cancel    takes orders back, one or many
  resume    goes on with a trade that was signed, or tells how it came out
  balance   what an address holds
  inspect   judges anybody's transaction before it is signed
  verify-receipt  proves a trade's receipt from its file alone
  keys      new | import | address
  demo      a whole practice trade, from new keys to filled

Every command takes --json: one object on stdout, progress on stderr. A failure's object is
{"failure": {"code", "message", "money", "advice", ...}}, with "tx_hash" and "state" once a trade was built.

Which service and ledger (quote, swap, limit, dca, orders, cancel, resume, balance)
  --base-url U         main API of the service, https (plain http on this machine only)
  --charts-url U       charts API of the service (checked, but not used by these commands)
  --ledger-url U       ledger back-end that speaks the Blockfrost API
  --second-ledger-url U  another one, of the Koios API: it vouches for what a transaction spends
  --network N          mainnet, preprod (default) or preview
  --api-key-env V      environment variable that holds the service's API key
  --ledger-key-env V   environment variable that holds the ledger back-end's token

What (quote, swap, limit, dca create)
  --in T --out T       ADA, the ticker of a verified token, or a full token id (unverified: only that)
  --amount A           how much of --in is paid, in whole units: 25, 0.5 or 12,345.6. A number that could mean two, such
                       as 10,000, is refused with both readings; so is every price, percentage and count
  --slippage P         percent from 0.01 to 50; 1 when not given (not for limit)
  --exclude A,B        exchange codes that must not be used (not for dca)

With which keys (swap, limit, dca, orders, cancel, balance, keys)
  --mnemonic-file F    recovery words as plain text; needs no password (a password file is not used)
  --backup-file F      an encrypted backup, opened with --password-file
  --password-file F    password in the first line of a file

swap (most of it for limit, dca and cancel too)
  --yes                sign without asking, but never at a price worse than quoted, nor with a warning of any rule
                       that --accept does not name
  --accept R,R         rules whose warnings are accepted beforehand, such as V16: costs above 4 ADA and 2 % of the trade
  --wait W             submitted, placed or filled (default)
  --timeout S          seconds to wait for that, 600 when not given
  --journal F          where the trade is recorded; without it, a file of the wallet's in the data folder
  --receipt F          where its signed receipt goes, once it is signed
  --assemble-locally   if the service fails or cheats after the signature, put the transaction together here; without
                       this the command ends and says so

  A trade that an earlier swap left open in the journal is told and followed. A signal (Ctrl-C) before the signature
  leaves the trade; after it, the command says how the trade stands. A second signal ends it at once: the journal has
  every step.

limit
  one of --price P (ADA per token), --tokens-per-ada P, --percent P (from the market price, such as --percent=-2.5)
  --multiples N        N equal orders in one transaction; what an uneven division leaves goes to the last
  --dex CODE           the only exchange to use
  --to P --count N     a ladder: N orders, a transaction each, from the price to this one (typed in the same form),
                       under one agreement and at one exchange; --sizes equal|linear|geometric, --spacing
                       linear|geometric
  --off-market         the price is meant although it is more than 5 % worse than the market, or no market is known;
                       accepts rule P10
  --wait, --timeout, --yes, --accept, --journal, --receipt, --assemble-locally as for swap; --wait placed when not given

  A signal stops a ladder after the transaction that is being made; what was placed stays.

dca create
  --cycles N           into how many trades --amount is divided; what an uneven division leaves goes to the last
  --every I            one of 1min, 5min, 15min, 30min, 1hour, 2hour, 4hour, 1day, 1week, 1month: there are no others
  --exchanges A,B      the only exchange codes that may be used; all of them when not given
  --wait, --timeout, --yes, --accept, --journal, --receipt, --assemble-locally as for swap; --wait placed when not
                       given, --wait filled until the last trade was made

dca list
  --status S           running (default), ended or all; what was placed here stays after the service forgot it
  --address A          of this address in place of the keys' first one
  --journal F          what was placed here; the wallet's own when not given

dca cancel
  --plan ID            an id as dca list has it
  --wait, --timeout, --yes, --accept, --journal, --assemble-locally as for swap; --wait placed when not given

  What must come back (what is not sold, unspent fees, deposit) is held against the chain and the transaction first.

orders
  --status S           open (default), filled, cancelled or all
  --pair T             of this token alone
  --address A          of this address in place of the keys' first one
  --journal F          what was placed here, beside what the service tells; the wallet's own when not given

cancel
  --order ID,ID        ids as orders lists them, or
  --all                everything that can be cancelled; --pair T and --older-than 30m|12h|7d narrow it
  --wait, --timeout, --yes, --accept, --journal, --assemble-locally as for swap; --wait placed when not given

  Before a key is used, the transaction must take back exactly these orders and pay all they hold to the wallet, less
  the network fee. What the service states as its own fee (at most 2 ADA an order) needs --accept V3. Many orders are
  divided over as few transactions as the service takes them in. An order that the exchange fills first is told so and
  is no failure.

resume
  --journal F          the journal that the trade is recorded in
  --trade HASH         its transaction's hash; without it, the open trade of the journal, or else the last one
  --assemble-locally   do without the service; without this, it is asked again
  --wait, --timeout, --receipt as for swap. No keys are needed: nothing is signed.

balance
  --address A          this address in place of the keys' first one

inspect
  --bundle F           a JSON bundle: network, tx, account, inputs, parents, intent, tipSlot (the README has its form)
  --bundle -           one bundle a line on standard input; one JSON answer a line, in the same order

verify-receipt
  --receipt F          a receipt, or an export of all receipts (a JSON array), whose chain must have no gap
  --previous F         another receipt, whose link to this one is checked too

keys
  new     [--words 12|15|24] [--network N] [--out F [--password-file P]]   (without P: F holds plain words)
  import  --mnemonic-file F [--network N] [--out F --password-file P]
  address (--mnemonic-file F | --backup-file F --password-file P) [--network N]

The practice service (a market and a ledger on this machine) runs with: npm run --silent practice --
  [--port 0] [--seed 7] [--api-key K] [--data DIR] [--block-time 2s] [--speed 1] [--exchanges FILE]
  [--dialect spec|wild]
  --speed N runs market, blocks and recurring orders N times as fast

demo
  [--seed 7] [--amount 25] [--out TOKEN] [--screenshot FILE | --no-screenshot]

Exit codes: 0 done; 1 refused or failed, with the failure's code; 2 the command line is wrong; 129, 130 and 143
stopped by SIGHUP, SIGINT and SIGTERM. inspect: 0 pass, 3 warn, 4 block, 2 unreadable; of several, the worst.
verify-receipt: 0 valid, 4 not valid, 2 unreadable.
`;
