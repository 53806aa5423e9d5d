import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { project, run, toolScript } from '../support/tool.ts';

const configPath = join(project, '.config/dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(configPath) as {
  forbidden: readonly { readonly name: string; readonly comment?: string }[];
};

/** Rule → [a file, what it imports]: each must be refused by that rule. */
const violations: Readonly<Record<string, readonly [string, string]>> = {
  'domain-imports-only-itself': ['src-preload/domain/price.ts', 'src-preload/contract/table.ts'],
  'contract-imports-domain': ['src-preload/contract/codec.ts', 'src-main/ports/system.ts'],
  'preload-imports-kernel': ['src-preload/bridge.ts', 'node:fs'],
  'ports-import-domain': ['src-main/ports/store.ts', 'src-main/storage/journal.ts'],
  'cardano-imports-domain-and-chain-libraries': ['src-main/cardano/address.ts', 'src-main/service/client.ts'],
  'agreement-stands-alone': ['src-main/agreement/agreement.ts', 'src-main/inspect/terms.ts'],
  'proof-shares-no-code-with-the-first': ['src-main/proof/cbor.ts', 'src-main/cardano/cbor-scanner.ts'],
  'proof-takes-types-alone': ['src-main/proof/words.ts', 'src-preload/domain/decimal.ts'],
  'inspect-imports-cardano': ['src-main/inspect/report.ts', 'src-main/wallet/signer.ts'],
  'exchanges-import-cardano': ['src-main/exchanges/minswap/order.ts', 'src-main/inspect/report.ts'],
  'routing-imports-pools': ['src-main/exchanges/routing/split.ts', 'src-main/cardano/address.ts'],
  'receipt-imports-cardano': ['src-main/receipt/verify.ts', 'src-main/trading/swap.ts'],
  'release-stands-alone': ['src-main/release/manifest.ts', 'src-main/service/client.ts'],
  'release-tool-writes-what-the-app-reads': ['src-main/setup/release-key.ts', 'src-main/app/topics.ts'],
  'offline-imports-inspect': ['src-main/offline/judge.ts', 'src-main/service/client.ts'],
  'codes-import-cardano': ['src-main/offline/ur/part.ts', 'src-main/wallet/signer.ts'],
  'wallet-imports-cardano': ['src-main/wallet/keystore.ts', 'src-main/inspect/rules.ts'],
  'offline-formats-know-keys-and-bytes': [
    'src-main/offline/formats/signing-key.ts',
    'src-main/wallet/keystore.ts',
  ],
  'trading-imports-inspect': ['src-main/trading/swap.ts', 'src-main/wallet/signer.ts'],
  'gate-knows-ports-alone': ['src-main/gate/door.ts', 'src-main/service/client.ts'],
  'market-imports-gate': ['src-main/market/quotes.ts', 'src-main/features/orders/list.ts'],
  'feature-imports-shared-parts': ['src-main/features/orders/list.ts', 'src-main/features/charts/live.ts'],
  'approval-and-notices-know-no-feature': [
    'src-main/features/notices/stream.ts',
    'src-main/features/orders/list.ts',
  ],
  'profile-imports-features': ['src-main/profile/open.ts', 'src-main/app/topics.ts'],
  'password-measure-stands-alone': ['src-preload/password/measure.ts', 'src-preload/domain/failure.ts'],
  'http-client-stands-alone': ['src-main/http/connection.ts', 'src-main/service/client.ts'],
  'service-adapter-stands-alone': ['src-main/service/estimate.ts', 'src-main/ledger/blockfrost/client.ts'],
  'charts-adapter-stands-alone': ['src-main/charts/history.ts', 'src-main/service/client.ts'],
  'ledger-adapter-stands-alone': ['src-main/ledger/koios/client.ts', 'src-main/service/client.ts'],
  'probes-ask-by-the-clients-own-readers': [
    'src-main/profile/service-probe.ts',
    'src-main/service/service-client.ts',
  ],
  'storage-adapter-stands-alone': ['src-main/storage/settings.ts', 'src-main/keychain/store.ts'],
  'keychain-adapter-stands-alone': ['src-main/keychain/index-file.ts', 'src-main/storage/journal.ts'],
  'system-adapter-stands-alone': ['src-main/system/clock.ts', 'src-main/storage/journal.ts'],
  'practice-stands-alone': ['src-main/practice/market.ts', 'src-main/exchanges/practice/order.ts'],
  'app-knows-ports-not-adapters': ['src-main/app/services.ts', 'src-main/storage/journal.ts'],
  'electron-shell-imports-app': ['src-main/shell/electron/window.ts', 'src-main/trading/quote.ts'],
  'chromium-shell-imports-app': ['src-main/shell/chromium/window.ts', 'src-main/shell/electron/lock.ts'],
  'setup-stands-alone': ['src-main/setup/packages.ts', 'src-main/app/topics.ts'],
  'disk-stands-alone': ['src-main/system/held-files.ts', 'src-main/ports/system.ts'],
  'packaging-imports-setup-and-tools': ['src-main/setup/packaging/parts.ts', 'src-main/app/topics.ts'],
  'environment-stands-alone': ['src-main/system/environment.ts', 'src-main/ports/system.ts'],
  'renderer-format-imports-domain': ['src-renderer/format/amount.ts', 'src-renderer/client/client.ts'],
  'renderer-words-stand-alone': ['src-renderer/words/in-language.ts', 'src-renderer/ui/Button.svelte'],
  'renderer-ui-knows-no-domain': ['src-renderer/ui/Button.svelte', 'src-preload/domain/failure.ts'],
  'renderer-widgets-know-no-state': ['src-renderer/widgets/Mark.svelte', 'src-renderer/state/quote.ts'],
  'renderer-order-entry-knows-no-ticket': [
    'src-renderer/order-entry/Frame.svelte',
    'src-renderer/features/swap/Ticket.svelte',
  ],
  'renderer-chart-knows-no-feature': ['src-renderer/chart/Candles.svelte', 'src-renderer/state/quote.ts'],
  'renderer-client-imports-contract': ['src-renderer/client/wire.ts', 'src-renderer/state/quote.ts'],
  'renderer-state-imports-client': ['src-renderer/state/wallet.ts', 'src-renderer/ui/Field.svelte'],
  'renderer-feature-imports-shared-parts': [
    'src-renderer/features/swap/Swap.svelte',
    'src-renderer/features/orders/Orders.svelte',
  ],
  'renderer-chart-window-knows-no-desk': [
    'src-renderer/chart-window/Window.svelte',
    'src-renderer/app/desk.ts',
  ],
  'renderer-imports-no-other-process': ['src-renderer/app/App.svelte', 'src-main/app/topics.ts'],
  'no-cycles': ['src-main/cardano/one.ts', 'src-main/cardano/two.ts'],
  'no-unresolved-imports': ['src-main/cardano/fees.ts', 'nowhere'],
  'only-the-shell-imports-electron': ['src-main/app/window.ts', 'electron'],
  'nobody-imports-practice': ['src-main/cli.ts', 'src-main/practice/server.ts'],
  'pure-layers-do-no-input-or-output': ['src-main/inspect/load.ts', 'node:fs/promises'],
  'signing-offline-reaches-no-network': ['src-main/cli/offline.ts', 'src-main/http/client.ts'],
  'product-imports-no-test': ['src-main/ledger/fixture.ts', 'test/support/ledger.ts'],
  'main-ships-only-dependencies': ['src-main/practice/graph.ts', 'echarts'],
};

/** [a file, what it imports]: the imports that the table of layers allows must stay allowed. */
const allowed: readonly (readonly [string, string])[] = [
  ['src-preload/contract/good.ts', 'valibot'],
  ['src-preload/electron-transport.ts', 'electron'],
  ['src-main/index.ts', 'electron'],
  ['src-main/index.ts', 'src-main/storage/journal.ts'],
  ['src-main/wallet/good.ts', 'src-main/inspect/approved-tx.ts'],
  ['src-main/wallet/good.ts', 'node:crypto'],
  ['src-main/wallet/good.ts', 'src-preload/password/measure.ts'],
  ['src-renderer/features/vault/good.ts', 'src-preload/password/measure.ts'],
  ['src-main/service/good.ts', 'src-main/http/get.ts'],
  ['src-main/offline/ur/good.ts', 'src-main/cardano/hex.ts'],
  ['src-main/practice/good.ts', 'src-main/cardano/hash.ts'],
  ['src-main/practice/good.ts', 'src-preload/domain/asset.ts'],
  ['src-main/exchanges/minswap/good.ts', 'src-main/cardano/cbor-scanner.ts'],
  ['src-main/app/good.ts', 'src-main/trading/quote.ts'],
  ['src-main/app/good.ts', 'src-main/features/orders/calls.ts'],
  ['src-main/profile/good.ts', 'src-main/features/orders/board.ts'],
  ['src-main/features/orders/good.ts', 'src-main/features/approval/review.ts'],
  ['src-main/features/orders/good.ts', 'src-main/features/orders/board.ts'],
  ['src-main/features/orders/good.ts', 'src-main/trading/quote.ts'],
  ['src-main/shell/electron/good.ts', 'src-main/gate/door.ts'],
  ['src-main/shell/electron/good.ts', 'src-main/app/topics.ts'],
  ['src-renderer/features/swap/Good.svelte', 'src-renderer/features/swap/Part.svelte'],
  ['src-renderer/features/swap/Good.svelte', 'src-renderer/ui/Field.svelte'],
  ['src-renderer/features/swap/Good.svelte', 'src-renderer/order-entry/Good.svelte'],
  ['src-renderer/order-entry/Good.svelte', 'src-renderer/state/good.svelte.ts'],
  ['test/unit/good.test.ts', 'src-main/practice/server.ts'],
];

const tree = mkdtempSync(join(tmpdir(), 'layers-'));
const relations = [
  ...Object.values(violations),
  ...allowed,
  ['src-main/cardano/two.ts', 'src-main/cardano/one.ts'],
];

/** Violations, as `rule: file`. */
let refused: readonly string[] = [];

function isFile(target: string): boolean {
  return target.startsWith('src-') || target.startsWith('test/');
}

/** As the project writes it: what is shared by both sides of the bridge has a path of its own. */
function specifierOf(from: string, to: string): string {
  if (!isFile(to)) return to;
  const shared = /^src-preload\/((?:domain|contract)\/)/.exec(to)?.[1];
  if (shared !== undefined && !from.startsWith(`src-preload/${shared}`))
    return `#${to.slice('src-preload/'.length)}`;
  const relative = posix.relative(posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function statement(from: string, to: string, index: number): string {
  const specifier = specifierOf(from, to);
  const name = to.endsWith('.svelte') ? `part${index}` : `{ part as part${index} }`;
  return `import ${name} from '${specifier}';\nexport const use${index} = part${index};\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

function plant(): void {
  const contents = new Map<string, string>();
  relations.forEach(([from = '', to = ''], index) => {
    contents.set(from, (contents.get(from) ?? 'export const part = 1;\n') + statement(from, to, index));
    if (isFile(to) && !contents.has(to)) contents.set(to, 'export const part = 1;\n');
  });
  for (const [path, text] of contents) {
    write(path, path.endsWith('.svelte') ? `<script lang="ts">\n${component(text)}</script>\n` : text);
  }
  const dependencies = { valibot: '1.0.0' };
  const devDependencies = { electron: '1.0.0', echarts: '1.0.0', svelte: '1.0.0' };
  const { imports } = manifest;
  write('package.json', JSON.stringify({ type: 'module', imports, dependencies, devDependencies }));
  // All of svelte's own modules that a compiled component imports are one file here.
  const exports = { '.': './index.js', './*': './index.js' };
  for (const name of ['valibot', 'electron', 'echarts', 'svelte']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', exports }));
    write(`node_modules/${name}/index.js`, 'exports.part = 1;\n');
  }
}

/** A component exports nothing, so its use of an import is a plain statement. */
function component(text: string): string {
  return text.replaceAll(/^export const part = 1;\n/gm, '').replaceAll(/^export const/gm, 'const');
}

beforeAll(async () => {
  plant();
  const { output } = await run(
    process.execPath,
    [
      toolScript('dependency-cruiser', 'depcruise'),
      ...['--config', configPath, '--output-type', 'json'],
      ...['src-main', 'src-preload', 'src-renderer', 'test'],
    ],
    { folder: tree },
  );
  const { summary } = JSON.parse(output) as {
    summary: { violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
  };
  refused = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('the layers', () => {
  it('every rule has a planted violation and says what to do instead', () => {
    expect(Object.keys(violations).toSorted()).toEqual(forbidden.map((rule) => rule.name).toSorted());
    expect(forbidden.filter((rule) => (rule.comment ?? '').length < 20)).toEqual([]);
  });

  it.each(Object.entries(violations))('%s refuses its violation', (name, [from]) => {
    expect(refused).toContain(`${name}: ${from}`);
  });

  it.each(allowed)('%s may import %s', (from) => {
    expect(refused.filter((entry) => entry.endsWith(`: ${from}`))).toEqual([]);
  });
});
