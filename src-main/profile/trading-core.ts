import type { TokenCatalogue } from '../market/token-catalogue.ts';
import type { Journal, SignatureClaims } from '../ports/journal.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import { Trading } from '../trading/trading.ts';
import type { Wallet } from '../wallet/wallet.ts';

type TradingOptions = ConstructorParameters<typeof Trading>[0];

/** The parts of the trading core, in the application and on the command line. */
export interface TradingCoreParts extends Pick<
  TradingOptions,
  | 'clock'
  | 'random'
  | 'log'
  | 'network'
  | 'pollMs'
  | 'scripts'
  | 'pools'
  | 'auditsFills'
  | 'confirmations'
  | 'policy'
  | 'frozen'
  | 'checkpoint'
> {
  readonly clients: {
    readonly service: Service;
    readonly ledger: Ledger;
    readonly secondSource?: ReferenceSource | undefined;
  };
  readonly store: { readonly journal: Journal; readonly claims: SignatureClaims };
  readonly tokens: Pick<TokenCatalogue, 'get' | 'namesakes'>;
  /** Lends the keys that sign receipts; absent where nothing is signed. */
  readonly wallet: Pick<Wallet, 'takeReceiptKey'> | undefined;
  readonly version: string;
}

/** The one wiring of the trading core. */
export function tradingCore({ clients, store, tokens, wallet, version, ...rest }: TradingCoreParts): Trading {
  return new Trading({
    ...clients,
    journal: store.journal,
    claims: store.claims,
    token: (id) => tokens.get(id),
    namesakes: (id, ticker) => tokens.namesakes(id, ticker),
    receipts: { version, takeKey: (bodyHash) => wallet?.takeReceiptKey(bodyHash) },
    ...rest,
  });
}
