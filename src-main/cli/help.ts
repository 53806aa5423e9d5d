export const HELP = `Touchstone on the command line: npm run --silent touchstone -- COMMAND [OPTIONS]

  quote     asks for a price and compares it with pools on the ledger (at practice when no service is named)
  swap      trades: quote, build, inspect, sign, submit, follow until filled
  limit     places limit orders: one, several equal ones in one transaction, or a ladder of prices
  dca       create | list | cancel: recurring orders, which divide a total over trades at fixed times
  orders    lists the orders of a wallet or an address
  cancel    cancels orders, one or many
  send      pays ADA and tokens to an address
  resume    continues a trade that was signed, or reports its outcome
  balance   shows what a wallet or an address holds
  check-connection  tests a service and a ledger by questions that change nothing
  inspect   judges any transaction before it is signed
  audit     recomputes what a transaction's fills should have paid, and compares that with what they did pay
  verify-receipt  proves a trade's receipt from its file alone
  check-release  says whether a downloaded file belongs to a signed release
  keys      new | import | address
  export    swap | limit | dca | cancel | send: has a trade built and writes it as a bundle, to be signed on another machine
  offline   inspect | sign | limits: judges and signs a bundle; uses no network
  frames    writes a bundle, or signatures, as pictures of codes that a camera reads
  import-witness  takes the signatures of an exported trade, sends it and follows it
  demo      runs a complete practice trade, from new keys to filled

Every command takes --json: one object on stdout, progress on stderr. A failure's object is
{"failure": {"code", "message", "money", "advice", ...}}, with "tx_hash" and "state" once a trade was built.

Service and ledger (quote, swap, limit, dca, orders, cancel, send, resume, balance, check-connection, export,
import-witness)
  --base-url U         main API of the service, https (plain http on this machine only)
  --charts-url U       charts API of the service (asked by check-connection alone; the others check its form)
  --ledger-url U       ledger back-end
  --ledger-api A       what it speaks: blockfrost (default), koios or ogmios. Ogmios knows no history: trades also
                       need a second back-end that does
  --submit-url U       a node's submit API, which takes the transactions in its place
  --second-ledger-url U  a second back-end: it confirms what a transaction spends
  --second-ledger-api A  what that one speaks: koios (default), blockfrost or ogmios
  --network N          mainnet, preprod (default) or preview
  --api-key-env V      environment variable that holds the service's API key
  --ledger-key-env V   environment variable that holds the ledger back-end's token

The trade (quote, swap, limit, dca create)
  --in T --out T       ADA, the ticker of a token that the service calls verified, or a full token id (the only way to
                       name any other)
  --amount A           how much of --in is paid, in whole units: 25, 0.5 or 12,345.6. An ambiguous number, such as
                       10,000, is refused with both readings; the same holds for prices, percentages and counts
  --slippage P         percent from 0.01 to 50; default 1 (not for limit)
  --exclude A,B        exchange codes that must not be used (not for dca)

Keys (swap, limit, dca, orders, cancel, send, balance, keys)
  --mnemonic-file F    recovery words as plain text; needs no password (a password file is not used)
  --backup-file F      an encrypted backup, opened with --password-file
  --password-file F    password in the first line of a file
  --from ADDR          trade from this address of the wallet, and cancel what was placed from it; default: the first one
                       (swap, limit, dca, cancel, send, export)

  A wallet is all addresses of its account that were used: they are looked for on the ledger. Payments spend from all of
  them; a trade is built from one. balance takes --account-key acct_xvk1… or --address in place of the keys.

swap (most of it for limit, dca and cancel too)
  --yes                sign without asking, but never at a price worse than quoted, nor with a warning of a rule
                       that --accept does not name, nor for a ticker that the ledger does not confirm: then name the id
  --accept R,R         rules whose warnings are accepted in advance, such as V16: costs above 4 ADA and 2 % of the trade
  --wait W             submitted, placed or filled (default)
  --timeout S          seconds to wait for that; default 600
  --journal F          where the trade is recorded; default: the wallet's own file in the data folder
  --receipt F          a new file for the signed receipt
  --assemble-locally   if the service fails or cheats after the signature, assemble the transaction here; without
                       this the command ends and says so

  A trade that an earlier swap left open in the journal is reported and followed. A signal (Ctrl-C) before the signature
  abandons the trade; after it, the command reports the state of the trade. A second signal stops the command at once:
  the journal has every step.

limit
  one of --price P (ADA per token), --tokens-per-ada P, --percent P (from the market price, such as --percent=-2.5)
  --multiples N        N equal orders in one transaction; the remainder of the division goes to the last
  --dex CODE           use this exchange only
  --to P --count N     a ladder: N orders, one transaction each, from the first price to this one (in the same form),
                       under one agreement and at one exchange; --sizes equal|linear|geometric, --spacing
                       linear|geometric
  --off-market         the price is intended although it is more than 5 % worse than the market, or no market price
                       is known; accepts rule P10
  --wait, --timeout, --yes, --accept, --journal, --receipt, --assemble-locally as for swap; default --wait placed

  A signal stops a ladder after the current transaction; orders already placed remain.

dca create
  --cycles N           how many trades --amount is divided into; the remainder of the division goes to the last
  --every I            one of 1min, 5min, 15min, 30min, 1hour, 2hour, 4hour, 1day, 1week, 1month
  --exchanges A,B      the only exchange codes that may be used; default: all
  --wait, --timeout, --yes, --accept, --journal, --receipt, --assemble-locally as for swap; default --wait placed;
                       --wait filled waits until the last trade was made

dca list
  --status S           running (default), ended or all; plans in the journal remain when the service no longer lists them
  --address A          plans of this address instead of the first one of the keys
  --journal F          what was placed here; default: the wallet's own

dca cancel
  --plan ID            an id as dca list shows it
  --wait, --timeout, --yes, --accept, --journal, --assemble-locally as for swap; default --wait placed

  What must come back (the unsold rest, unspent fees, deposit) is first checked against the chain and the transaction.

orders
  --status S           open (default), filled, cancelled or all
  --pair T             orders of this token only
  --address A          orders of this address (or of several: "A B") instead of those of the keys; also --account-key
  --journal F          what was placed here, in addition to what the service lists; default: the wallet's own

  Each open limit order is compared with the pools of other exchanges, as the ledger back-end reports them.

cancel
  --order ID,ID        ids as orders shows them, or
  --all                every order that can be cancelled; --pair T and --older-than 30m|12h|7d narrow this down
  --wait, --timeout, --yes, --accept, --journal, --assemble-locally as for swap; default --wait placed

  Before a key is used, the transaction must cancel exactly these orders and pay all that they hold to the wallet, less
  the network fee. A fee that the service states for itself (at most 2 ADA per order) needs --accept V3. Many orders are
  divided over as few transactions as the service allows. An order that the exchange fills first is reported and is not
  a failure.

send
  --to ADDR            the recipient's whole address; addresses of scripts and of the old form (Byron) are refused
  --amount A           ADA, or max: all that can be sent. May be left out with --token: the least ADA that the network
                       asks for is then added
  --token T=A          a token and how much of it in whole units; may be given several times
  --gather             instead of all these: brings what is at other addresses of the wallet to the one that trades, as
                       much as fits into one transaction
  --coins H#I,H#I      spend exactly these outputs of the wallet; default: as few as it takes
  --wait, --timeout, --yes, --accept, --journal, --receipt as for swap; default --wait placed. The first payment to an
                       address needs --accept P7

  The service is asked for nothing but the names of tokens: the transaction is built here, from what the ledger says.

resume
  --journal F          the journal that the trade is recorded in
  --trade HASH         its transaction's hash; default: the open trade of the journal, or else the last one
  --assemble-locally   assemble the transaction here; without this the service is asked again
  --wait, --timeout, --receipt as for swap. No keys are needed: nothing is signed.

balance
  --address A          this address instead of the first one of the keys

check-connection
  Asks a few questions that change nothing: which host answers, whether the API key is accepted, how answers are written,
  how far the clocks differ; of the ledger its network, the age of its latest block, and what it can show. Ends with 1
  where a line failed.

inspect
  --bundle F           a JSON bundle: network, tx, account, inputs, parents, intent, tipSlot (form: docs/cli.md)
  --bundle -           one bundle per line on standard input; one JSON answer per line, in the same order

audit
  --tx HASH            a transaction on chain, with --ledger-url and the other ledger options; needs no service. The
                       network is the ledger's; --network makes any other one an error
  --bundle F           or a JSON bundle, the same as for inspect: network, tx, inputs, parents

  Shows, for each order that the transaction executes, what the exchange's own formula pays, given the pool as earlier
  orders in the batch left it, and what was paid. Exits with 0 if all are exact or no order is executed (the list is
  then empty), 3 if some cannot be checked, 4 if any is not exact, 2 if the input cannot be read, 1 if the ledger does
  not answer. With --tx, the transactions on either side of it at the same pools are read too. If someone traded the
  same way before an order and reversed that trade after it, this is shown, with what the order lost by it; the exit
  code stays the same.

verify-receipt
  --receipt F          a receipt, or an export of all receipts (a JSON array), whose chain must have no gap
  --previous F         another receipt, whose link to this one is also checked

check-release
  --manifest M         the release's signed manifest, as downloaded
  --file F             the downloaded file; its content counts, not its name
  --public-key K       a release key (64 hex digits) to use instead of the ones built into this Touchstone; make sure that
                       you trust its source

  Uses no network. Refuses a file or manifest with even one byte changed; a manifest that is unsigned, expired, signed with
  another key or for another product; and a version older than this Touchstone.

keys
  new     [--words 12|15|24] [--network N] [--out F [--password-file P]]   (without P, F holds plain words)
  import  --mnemonic-file F [--network N] [--out F --password-file P]
  address (--mnemonic-file F | --backup-file F --password-file P) [--network N]

export swap | limit | dca | cancel | send
  --bundle F           the new file; with the other options of the command itself, but for keys
  --address A          the wallet by its address, or
  --account-key K      by its account's public key (acct_xvk1…, or hex): the bundle then also gives each key's derivation path,
                       in the wallet's first account or in --account N (from 0)
  --native-script F    a shared wallet by its native script: JSON as cardano-cli reads it; with --address A if its address
                       has a stake part. Complete once enough have signed, in any order
  --tx-file F          the transaction besides, as cardano-cli reads it: transaction witness can sign it in place of Touchstone
  --plan ID            of cancel: a recurring order, in place of orders that rest
  --level N            of a ladder: which order, from 1. Each needs its own round, after the previous one is on chain

  export --again HASH --bundle F   writes the bundle of an exported trade once more, from the journal (--journal, or that of
                       --address, --account-key or --native-script): where the file could not be written, or is lost

  The trade is inspected here and recorded as exported: from then on it may reach the chain without this machine. Warnings
  are agreed to where it is signed. What is valid for less than five minutes is not exported.

offline inspect
  --bundle F           or --frames DIR, a folder with pictures of codes; exit codes as of inspect. Which keys are the
                       wallet's is the bundle's own word here
  --tx-file F          writes the transaction out, as cardano-cli reads it

offline sign
  --bundle F           or --frames DIR
  --mnemonic-file F    recovery words (12 to 24), with --account N; for scripts also their CIP-1854 keys; or
  --encrypted-key F    a root key encrypted by EMIP-3, with --password-file and --account N; or
  --skey F             a signing key of cardano-cli, once for each key; --address A names your own address, whose stake
                       part then counts as yours
  --receipt F          a new file for the receipt of what was agreed and signed, for verify-receipt to check (not with --skey)
  --out F              a new file for the signature (TxWitness ConwayEra); further keys' go to F-2, F-3, … next to it
  --yes, --accept R,R  as for swap. Rule O3 asks about each token once: its name and decimals are the exporter's word

  Both proofs run again, on the bytes of the parent transactions in the bundle, with this machine's own keys, clock and
  rules; what the bundle says can only narrow them. Asks about anything signed here earlier that may still go through
  (V12), and refuses to sign what is valid for less than five minutes.

offline limits
  --per-trade ADA, --per-day ADA, --cost ADA, --slippage P, --impact P, --exchanges A,B, --verified-only yes|no,
  --unknown-scripts ask|block   of this machine, which hold for whatever is signed here: each is kept until it is set
                       again (none, or all for exchanges, lifts it). Without options they are shown. Where its windows
                       have limits of their own, set them there: they take the password, and trust no file that changed

frames
  --bundle F | --witness F [--witness F]   what is written;  --out DIR  a folder for the pictures
  --fingerprint X      of a device's master key: then the bundle is written as a request for that device (--account-key)
  --transaction N      which transaction, from 1, if the bundle has several: a device signs one at a time
  --bytes-per-code N   from 50 to 1000, default 400; fewer make codes that are easier to film

import-witness
  --bundle F           the bundle that was exported here
  --witness F          a signature, once for each key: a TxWitness file, a signed transaction, or a CIP-30 witness set.
                       The others that offline sign wrote next to it (F-2, …) are picked up too
  --frames DIR         signatures in pictures of codes
  --journal, --wait, --timeout, --yes, --assemble-locally as for swap. An incomplete set is kept until the rest comes

The practice service (a market and a ledger on this machine) is started by: npm run --silent practice --
  [--port 0] [--seed 7] [--api-key K] [--data DIR] [--block-time 2s] [--speed 1] [--exchanges FILE]
  [--dialect spec|wild] [--wild none|NAME,…]
  --speed N runs the market, blocks and recurring orders N times as fast

demo
  [--seed 7] [--amount 25] [--out TOKEN] [--screenshot FILE | --no-screenshot]

Exit codes: 0 done; 1 refused or failed, with the failure's code; 2 the command line is wrong; 129, 130 and 143
stopped by SIGHUP, SIGINT and SIGTERM. inspect: 0 pass, 3 warn, 4 block, 2 unreadable; for several, the worst.
verify-receipt: 0 valid, 4 not valid, 2 unreadable. check-release: 0 good, 4 refused, 2 unreadable.
`;
