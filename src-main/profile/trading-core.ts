import type { TokenCatalogue } from '../market/token-catalogue.ts';
import type { Journal, SignatureClaims } from '../ports/journal.ts';
import type { Ledger, ReferenceSource } from '../ports/ledger.ts';
import type { Service } from '../ports/service.ts';
import { Trading } from '../trading/trading.ts';

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
  | 'version'
> {
  readonly clients: {
    readonly service: Service;
    readonly ledger: Ledger;
    readonly secondSource?: ReferenceSource | undefined;
  };
  readonly store: { readonly journal: Journal; readonly claims: SignatureClaims };
  readonly tokens: Pick<TokenCatalogue, 'get' | 'namesakes'>;
}

/** The one wiring of the trading core. */
export function tradingCore({ clients, store, tokens, ...rest }: TradingCoreParts): Trading {
  return new Trading({
    ...clients,
    journal: store.journal,
    claims: store.claims,
    token: (id) => tokens.get(id),
    namesakes: (id, ticker) => tokens.namesakes(id, ticker),
    ...rest,
  });
}
