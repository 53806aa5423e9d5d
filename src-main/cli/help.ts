export const HELP = `Touchstone on the command line: npm run --silent touchstone -- COMMAND [OPTIONS]

  quote     asks for a price (at practice when no service is named)
  swap      trades: quote, build, inspect, sign, submit, follow until filled
  balance   what an address holds
  keys      new | import | address
  demo      a whole practice trade, from new keys to filled

Every command takes --json: one object on stdout, progress on stderr. A failure's object is
{"failure": {"code", "message", "money", "advice", ...}}, with "tx_hash" and "state" once a trade was built.

Which service and ledger (quote, swap, balance)
  --base-url U         main API of the service, https (plain http on this machine only)
  --charts-url U       charts API of the service (checked, but not used by these commands)
  --ledger-url U       ledger back-end that speaks the Blockfrost API
  --network N          mainnet, preprod (default) or preview
  --api-key-env V      environment variable that holds the service's API key
  --ledger-key-env V   environment variable that holds the ledger back-end's token

What (quote, swap)
  --in T --out T       ADA, the ticker of a verified token, or a full token id (unverified: only that)
  --amount A           how much of --in is paid, in whole units: 25 or 0.5
  --slippage P         percent from 0.01 to 50; 1 when not given
  --exclude A,B        exchange codes that must not be used

With which keys (swap, balance, keys)
  --mnemonic-file F    recovery words as plain text; needs no password (a password file is not used)
  --backup-file F      an encrypted backup, opened with --password-file
  --password-file F    password in the first line of a file

swap
  --yes                sign without asking, but never at a price worse than quoted, nor with a warning about money
  --accept R,R         rules whose warnings are accepted beforehand, such as F5
  --wait W             submitted, placed or filled (default)
  --timeout S          seconds to wait for that, 600 when not given
  --journal F          where the trade is recorded; without it, a file of the wallet's in the data folder

  A trade that an earlier swap left open in the journal is told and followed. A signal (Ctrl-C) before the signature
  leaves the trade; after it, the command says how the trade stands. A second signal ends it at once: the journal has
  every step.

balance
  --address A          this address in place of the keys' first one

keys
  new     [--words 12|15|24] [--network N] [--out F [--password-file P]]   (without P: F holds plain words)
  import  --mnemonic-file F [--network N] [--out F --password-file P]
  address (--mnemonic-file F | --backup-file F --password-file P) [--network N]

The practice service (a market and a ledger on this machine) runs with: npm run --silent practice --
  [--port 0] [--seed 7] [--api-key K] [--data DIR] [--block-time 2s] [--speed 1] [--exchanges FILE]
  [--dialect spec|wild]

demo
  [--seed 7] [--amount 25] [--out TOKEN] [--screenshot FILE | --no-screenshot]

Exit codes: 0 done; 1 refused or failed, with the failure's code; 2 the command line is wrong; 129, 130 and 143
stopped by SIGHUP, SIGINT and SIGTERM.
`;
