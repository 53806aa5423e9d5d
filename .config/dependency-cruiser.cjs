/**
 * Who may import whom. Each row of `layers` names a folder and all that it may import; everything else is
 * refused with the row's advice. test/architecture/layers.test.ts plants a violation of every rule.
 */

const chainLibraries = ['^node_modules/(@emurgo|@noble|@scure)/'];
const ownTypes = '^src-main/ports/';
const domain = '^src-preload/domain/';
const contract = '^src-preload/contract/';
const agreement = '^src-main/agreement/';
const passwordMeasure = '^src-preload/password/';
/** What runs before anything is installed, and beside every adapter. */
const environment = '^src-main/system/environment\\.ts$';
const disk = '^src-main/system/(held-files|locks|output|save-whole)\\.ts$';
/** They join ports and adapters: nothing else of the application knows one. */
const roots =
  '(compose|compose-offline|connector|app-connection-tests|folder-names|foundations|offline-record|order-scripts|practice-helper|release-channel|release-source|replay-helper)\\.ts$';
const probes = '^src-main/profile/(ledger-probe|service-probe|variations)\\.ts$';
const componentLibraries = ['^node_modules/(svelte|esm-env|@lucide/svelte)/', '\\.css$'];

/**
 * name: the rule's name; from: the folder; may: what it may import besides itself;
 * core: whether Node's own modules are allowed; instead: what to do in place of the refused import.
 */
const layers = [
  {
    name: 'domain-imports-only-itself',
    from: domain,
    instead: 'The vocabulary is pure: pass the value in, or move the code to the layer that needs both.',
  },
  {
    name: 'contract-imports-domain',
    from: contract,
    may: [domain, '^node_modules/valibot/'],
    instead: 'The contract is data about calls: behaviour belongs in src-main/app or src-renderer/client.',
  },
  {
    name: 'password-measure-stands-alone',
    from: passwordMeasure,
    may: ['^node_modules/@zxcvbn-ts/'],
    instead: 'The measure is one for main and the vault page: it knows passwords and nothing else.',
  },
  {
    name: 'preload-imports-kernel',
    from: '^src-preload/[^/]+\\.ts$',
    may: [domain, contract, '^node_modules/electron/'],
    instead: 'A preload only carries the contract across: no library, no Node, no logic.',
  },
  {
    name: 'ports-import-domain',
    from: ownTypes,
    may: [domain],
    instead: 'A port is an interface in domain terms: put the implementation into an adapter folder.',
  },
  {
    name: 'cardano-imports-domain-and-chain-libraries',
    from: '^src-main/cardano/',
    may: [domain, ownTypes, ...chainLibraries],
    core: true,
    instead: 'Chain encoding knows neither trades nor services: take plain values as arguments.',
  },
  {
    name: 'agreement-stands-alone',
    from: agreement,
    may: [domain, '^node_modules/valibot/'],
    core: true,
    instead: 'What the user agreed to is plain data: who judges by it imports it, not the other way round.',
  },
  {
    name: 'proof-shares-no-code-with-the-first',
    from: '^src-main/proof/',
    may: [domain, agreement, ...chainLibraries],
    instead:
      'The second proof is worth something as long as no mistake of the first can be in it: write it here.',
  },
  {
    name: 'inspect-imports-cardano',
    from: '^src-main/inspect/',
    // It writes what a receipt says; the receipt is then checked without it.
    may: [domain, ownTypes, agreement, '^src-main/(cardano|exchanges|proof|receipt)/', ...chainLibraries],
    core: true,
    instead: 'The inspector is pure and trusts nobody: hand it bytes and an intent.',
  },
  {
    name: 'exchanges-import-cardano',
    from: '^src-main/exchanges/',
    may: [domain, '^src-main/cardano/', ...chainLibraries],
    instead: 'Orders, pools and fills are judged from bytes alone: fetch them elsewhere and pass them in.',
  },
  {
    name: 'routing-imports-pools',
    from: '^src-main/exchanges/routing/',
    may: [domain, '^src-main/exchanges/[^/]+\\.ts$'],
    instead:
      'The best route follows from pools and a task: what an exchange alone knows stays in its folder.',
  },
  {
    name: 'offline-imports-inspect',
    from: '^src-main/offline/[^/]+\\.ts$',
    may: [
      domain,
      agreement,
      '^src-main/(cardano|inspect|receipt|wallet|offline)/',
      '^node_modules/valibot/',
      ...chainLibraries,
    ],
    core: true,
    instead: 'What is judged offline rests on its file and its keys alone: nothing here knows a network.',
  },
  {
    name: 'receipt-imports-cardano',
    from: '^src-main/receipt/',
    may: [
      domain,
      agreement,
      '^src-main/(cardano|proof)/',
      // A fill is audited from bytes alone, here as after the trade.
      '^src-main/exchanges/(audit|own-fill)\\.ts$',
      '^node_modules/valibot/',
      ...chainLibraries,
    ],
    core: true,
    instead: 'A receipt is judged from its file alone, without the code that made the trade: pass values in.',
  },
  {
    name: 'release-stands-alone',
    from: '^src-main/release/',
    may: [domain, agreement, '^src-main/receipt/receipt-key\\.ts$', '^node_modules/valibot/'],
    core: true,
    instead: 'A release is judged from its manifest, its file and the time alone: pass values in.',
  },
  {
    name: 'codes-import-cardano',
    from: '^src-main/offline/ur/',
    may: [domain, '^src-main/cardano/[^/]+\\.ts$', '^node_modules/qr/'],
    core: true,
    instead:
      'What carries bytes by codes knows neither trades nor wallets: hand it bytes, and judge what comes out.',
  },
  {
    name: 'wallet-imports-cardano',
    from: '^src-main/wallet/',
    may: [
      domain,
      passwordMeasure,
      ownTypes,
      '^src-main/cardano/',
      '^src-main/inspect/approved-tx\\.ts$',
      '^src-main/receipt/receipt-key\\.ts$',
      ...chainLibraries,
    ],
    core: true,
    instead: 'The wallet signs an ApprovedTx and reaches stores and the keychain through ports.',
  },
  {
    name: 'offline-formats-know-keys-and-bytes',
    from: '^src-main/offline/formats/',
    may: [
      domain,
      '^src-main/cardano/[^/]+\\.ts$',
      // Derivation, words and secret bytes, and not what keeps or unlocks them.
      '^src-main/wallet/(account|recovery-phrase|secret-bytes)\\.ts$',
      ...chainLibraries,
    ],
    core: true,
    instead: 'A file is read from its text and written to text: judge and keep what it holds elsewhere.',
  },
  {
    name: 'trading-imports-inspect',
    from: '^src-main/trading/',
    may: [
      domain,
      ownTypes,
      agreement,
      '^src-main/(inspect|proof|receipt)/',
      // The app's own view of a market, next to what the service offers, and of what a fill had to pay.
      '^src-main/exchanges/',
      // Payments are built here, by nobody else.
      '^src-main/cardano/(address|typed-address|payment-bytes|fees|native-script|resolution)\\.ts$',
      '^src-main/offline/bundle\\.ts$',
    ],
    core: true,
    instead: 'Reach wallet, service, ledger and storage through a port in src-main/ports.',
  },
  {
    name: 'gate-knows-ports-alone',
    from: '^src-main/gate/',
    may: [domain, contract, ownTypes, '^node_modules/valibot/'],
    core: true,
    instead: 'The door between a window and main knows no feature: it is handed calls and topics.',
  },
  {
    name: 'market-imports-gate',
    from: '^src-main/market/',
    may: [domain, contract, ownTypes, '^src-main/gate/'],
    core: true,
    instead: 'What features share knows none of them: take values, or reach the world through a port.',
  },
  {
    name: 'http-client-stands-alone',
    from: '^src-main/http/',
    may: [domain, ownTypes, '^node_modules/(undici|valibot|ws)/'],
    core: true,
    instead: 'The careful HTTP client knows no service: pass paths, limits and decoders in.',
  },
  {
    name: 'service-adapter-stands-alone',
    from: '^src-main/service/',
    may: [domain, ownTypes, '^src-main/http/', '^node_modules/(undici|valibot|ws)/'],
    core: true,
    instead: 'Adapters never import each other: share through domain, a port, or let src-main/app join them.',
  },
  {
    name: 'charts-adapter-stands-alone',
    from: '^src-main/charts/',
    may: [domain, ownTypes, '^src-main/http/', '^node_modules/(ws|valibot)/'],
    core: true,
    instead: 'Adapters never import each other: share through domain, a port, or let src-main/app join them.',
  },
  {
    name: 'ledger-adapter-stands-alone',
    from: '^src-main/ledger/',
    may: [
      domain,
      ownTypes,
      '^src-main/http/',
      // Back-ends are asked for a script's outputs by its credential, in each one's own spelling.
      '^src-main/cardano/(address|bech32|hex)\\.ts$',
      '^node_modules/(undici|valibot|ws)/',
    ],
    core: true,
    instead: 'Adapters never import each other: share through domain, a port, or let src-main/app join them.',
  },
  {
    name: 'probes-ask-by-the-clients-own-readers',
    from: probes,
    may: [
      domain,
      ownTypes,
      '^src-main/http/',
      // What can be read is judged by what reads it.
      '^src-main/(service/wire/market|charts/wire|trading/ledger-findings)\\.ts$',
    ],
    instead: 'A test of a connection asks and reports: it builds, signs and keeps nothing.',
  },
  {
    name: 'storage-adapter-stands-alone',
    from: '^src-main/storage/',
    may: [domain, ownTypes, disk, '^node_modules/valibot/'],
    core: true,
    instead: 'Adapters never import each other: share through domain, a port, or let src-main/app join them.',
  },
  {
    name: 'keychain-adapter-stands-alone',
    from: '^src-main/keychain/',
    may: [domain, ownTypes, '^node_modules/(keytar|valibot)/'],
    core: true,
    instead: 'Adapters never import each other: share through domain, a port, or let src-main/app join them.',
  },
  {
    name: 'system-adapter-stands-alone',
    from: '^src-main/system/',
    may: [domain, ownTypes, environment, disk],
    core: true,
    instead:
      'The machine (clock, chance, files, helper processes) knows no other adapter: go through a port.',
  },
  {
    name: 'practice-stands-alone',
    from: '^src-main/practice/',
    may: [
      // Types and arithmetic of the vocabulary, not what the client makes of them (recurring orders, limit prices).
      '^src-preload/domain/(amount|asset|candle|decimal|network|ratio|result|time|trending)\\.ts$',
      // The primitives (CBOR, hashes, addresses, witnesses); what reads orders is in a folder of its own.
      '^src-main/cardano/[^/]+\\.ts$',
      '^resources/',
      environment,
      disk,
      '^node_modules/(ws|valibot)/',
      ...chainLibraries,
    ],
    core: true,
    instead:
      'Practice is another party: it shares the primitives of src-main/cardano and nothing else with the client that it tests.',
  },
  {
    name: 'feature-imports-shared-parts',
    from: '^src-main/features/[^/]+/',
    fromGroup: '^src-main/features/([^/]+)/',
    itself: '^src-main/features/$1/',
    may: [
      domain,
      contract,
      ownTypes,
      '^src-main/(gate|market)/',
      // Every kind of trade goes through the approval window, and whatever has rows has notices of them.
      '^src-main/features/(approval|notices)/',
      '^src-main/(trading|inspect|wallet|cardano|receipt|agreement|proof|offline|release)/',
      '^node_modules/valibot/',
    ],
    core: true,
    instead:
      'A feature knows neither the profile nor the others: take what it uses as an argument, or share it in src-main/market.',
  },
  {
    name: 'approval-and-notices-know-no-feature',
    from: '^src-main/features/(approval|notices)/',
    fromGroup: '^src-main/features/(approval|notices)/',
    itself: '^src-main/features/$1/',
    may: [
      domain,
      contract,
      '^src-main/offline/formats/text-envelope\\.ts$',
      ownTypes,
      '^src-main/(gate|market)/',
      '^src-main/(trading|inspect|wallet|cardano|agreement)/',
      '^node_modules/valibot/',
    ],
    core: true,
    instead: 'Features go through these two: what differs between them comes in as an argument.',
  },
  {
    name: 'profile-imports-features',
    from: '^src-main/profile/(?!ledger-probe|service-probe|variations)',
    may: [
      domain,
      contract,
      ownTypes,
      '^src-main/(gate|features|market)/',
      '^src-main/(trading|inspect|wallet)/',
      '^src-main/exchanges/known-pools\\.ts$',
    ],
    core: true,
    instead: 'A profile is built from features and ports; the application holds it, not the other way round.',
  },
  {
    name: 'app-knows-ports-not-adapters',
    from: `^src-main/app/(?!${roots})`,
    may: [
      domain,
      contract,
      ownTypes,
      '^src-main/(gate|features|profile)/',
      '^src-main/trading/',
      '^node_modules/valibot/',
    ],
    core: true,
    instead:
      'Take the adapter as a port; the composition roots (index.ts, chromium.ts, cli) choose which one.',
  },
  {
    name: 'electron-shell-imports-app',
    from: '^src-main/shell/electron/',
    may: [
      domain,
      contract,
      ownTypes,
      environment,
      disk,
      '^src-preload/channels\\.ts$',
      '^src-main/(app|gate)/',
      '^src-main/shell/[^/]+\\.ts$',
      '^node_modules/electron/',
    ],
    core: true,
    instead: 'A shell shows windows and carries messages: anything more belongs in src-main/app.',
  },
  {
    name: 'chromium-shell-imports-app',
    from: '^src-main/shell/chromium/',
    may: [
      domain,
      contract,
      ownTypes,
      environment,
      disk,
      '^src-preload/(page-messages|text-events)\\.ts$',
      '^src-main/(app|gate)/',
      '^src-main/shell/[^/]+\\.ts$',
      '^node_modules/playwright-core/',
    ],
    core: true,
    instead: 'A shell shows windows and carries messages: anything more belongs in src-main/app.',
  },
  {
    name: 'setup-stands-alone',
    from: '^src-main/setup/(?!packaging/|release-|package-app\\.ts)',
    may: [domain, environment, disk, '^src-main/system/processes\\.ts$', '^node_modules/@electron/'],
    core: true,
    instead: 'Setup runs before anything is installed: Node and its own files only.',
  },
  {
    name: 'disk-stands-alone',
    from: disk,
    core: true,
    instead:
      'Disk errors are handled the same way for every caller: keep the meaning of the files where they are used.',
  },
  {
    name: 'packaging-imports-setup-and-tools',
    from: '^src-main/setup/(packaging/|package-app\\.ts)',
    may: [
      '^src-main/setup/',
      disk,
      '^node_modules/(@electron|electron-builder|playwright-core|resedit|vite)/',
    ],
    core: true,
    instead: 'Packaging looks at the built app from outside and loads none of it.',
  },
  {
    name: 'release-tool-writes-what-the-app-reads',
    from: '^src-main/setup/release-',
    may: [domain, environment, disk, '^src-main/release/', '^(resources/|package\\.json$)'],
    core: true,
    instead: 'The release tool knows releases and nothing else of the app.',
  },
  {
    name: 'environment-stands-alone',
    from: environment,
    core: true,
    instead: 'This file only reads variables: interpret them where they are used.',
  },
  {
    name: 'renderer-format-imports-domain',
    from: '^src-renderer/format/',
    may: [domain, '^src-renderer/words/'],
    instead: 'Formatting is a function of domain values: pass the value in.',
  },
  {
    name: 'renderer-words-stand-alone',
    from: '^src-renderer/words/',
    may: [domain],
    instead: 'What finds a sentence knows none: catalogues stand with what says them.',
  },
  {
    name: 'renderer-ui-knows-no-domain',
    from: '^src-renderer/ui/',
    // A translation takes its type from the catalogue's.
    may: ['^src-renderer/(format|styles|words)/', '^src-preload/domain/words/', ...componentLibraries],
    instead:
      'A widget of ui knows texts, numbers and callbacks: one that knows tokens, trades or failures goes into widgets.',
  },
  {
    name: 'renderer-widgets-know-no-state',
    from: '^src-renderer/widgets/',
    may: [
      domain,
      contract,
      '^src-renderer/(format|ui|styles|words)/',
      '^node_modules/qr/',
      ...componentLibraries,
    ],
    instead: 'A widget takes its data and callbacks as props; state belongs to the feature.',
  },
  {
    name: 'renderer-chart-knows-no-feature',
    from: '^src-renderer/chart/',
    may: [domain, '^src-renderer/(format|ui|styles|words)/', '^node_modules/echarts/', ...componentLibraries],
    instead: 'A chart is a function of domain values: let the feature pass them in.',
  },
  {
    name: 'renderer-client-imports-contract',
    from: '^src-renderer/client/',
    may: [domain, contract, '^src-preload/bridge\\.ts$'],
    instead: 'The client is the typed end of the wire and nothing else: view logic belongs in state.',
  },
  {
    name: 'renderer-state-imports-client',
    from: '^src-renderer/state/',
    may: [domain, contract, '^src-renderer/(client|format|words)/', ...componentLibraries],
    instead: 'State is free of components: move what both need into format or domain.',
  },
  {
    name: 'renderer-order-entry-knows-no-ticket',
    from: '^src-renderer/order-entry/',
    may: [
      domain,
      contract,
      '^src-renderer/(ui|widgets|format|state|client|styles|words)/',
      ...componentLibraries,
    ],
    instead: 'Order entry is what all tickets share: what one ticket adds belongs in its feature.',
  },
  {
    name: 'renderer-feature-imports-shared-parts',
    from: '^src-renderer/features/[^/]+/',
    fromGroup: '^src-renderer/features/([^/]+)/',
    itself: '^src-renderer/features/$1/',
    may: [
      domain,
      contract,
      passwordMeasure,
      '^src-renderer/(ui|widgets|format|chart|state|order-entry|client|styles|words)/',
      ...componentLibraries,
    ],
    instead: 'Features never import each other: lift what both need into widgets, state or format.',
  },
  {
    name: 'renderer-chart-window-knows-no-desk',
    from: '^src-renderer/chart-window/',
    may: [
      domain,
      '^src-renderer/(client|chart|format|ui|widgets|words)/',
      '^src-renderer/features/charts/',
      '^src-renderer/state/(clock|preferences)\\.svelte\\.ts$',
      ...componentLibraries,
    ],
    instead: 'The window of a chart has one chart and no desk: what both need belongs in features/charts.',
  },
  {
    name: 'renderer-imports-no-other-process',
    from: '^src-renderer/',
    may: [domain, contract, passwordMeasure, '^src-preload/bridge\\.ts$', '^node_modules/'],
    instead: 'The renderer reaches main through src-renderer/client only.',
  },
];

function layerRule({ name, from, fromGroup, itself, may = [], core = false, instead }) {
  return {
    name,
    severity: 'error',
    comment: instead,
    from: { path: fromGroup ?? from },
    to: {
      // What does not resolve is the matter of a rule of its own.
      couldNotResolve: false,
      pathNot: [itself ?? from, ...may],
      ...(core ? { dependencyTypesNot: ['core'] } : {}),
    },
  };
}

module.exports = {
  forbidden: [
    ...layers.map(layerRule),
    {
      name: 'proof-takes-types-alone',
      severity: 'error',
      comment:
        'What both proofs run, both can have wrong: import the type, and write the function in src-main/proof.',
      from: { path: '^src-main/proof/' },
      to: {
        path: `${domain}|${agreement}`,
        pathNot: '^src-preload/domain/result\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Move what both sides need into a module of its own that imports neither.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      comment:
        'Imports of files carry the .ts extension; packages, and the # paths, are named in package.json.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'only-the-shell-imports-electron',
      severity: 'error',
      comment: 'Everything else runs under both shells: put the need behind a port in src-main/ports.',
      from: {
        path: '^src-',
        pathNot: [
          '^src-main/shell/electron/',
          '^src-main/index\\.ts$',
          '^src-preload/electron-transport\\.ts$',
        ],
      },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'nobody-imports-practice',
      severity: 'error',
      comment: 'Practice is reached over its HTTP interface: start it as a process, by URL.',
      from: { path: '^src-', pathNot: '^src-main/practice/' },
      to: { path: '^src-main/practice/' },
    },
    {
      name: 'pure-layers-do-no-input-or-output',
      severity: 'error',
      comment: 'Bytes come in as arguments and leave as results: input and output belong in an adapter.',
      from: {
        path: '^src-main/(agreement|cardano|exchanges|inspect|proof|receipt|release|offline|trading|market|gate|features|profile)/',
      },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|http|https|http2|net|tls|dgram|dns|child_process|worker_threads|sqlite|os|cluster)(/|$)',
      },
    },
    {
      name: 'signing-offline-reaches-no-network',
      severity: 'error',
      comment:
        'What signs without a network must not even load what speaks to one: move the part that it needs.',
      from: {
        path: '^src-main/(cli/(offline|offline-keys|frames)\\.ts$|offline/|features/offline/|app/(create|compose)-offline\\.ts$)',
      },
      to: {
        path: '^src-main/(http|service|ledger|charts)/|^src-main/profile/.*-probe\\.ts$|^node_modules/(undici|ws)/',
        reachable: true,
      },
    },
    {
      name: 'product-imports-no-test',
      severity: 'error',
      comment: 'Move what the product needs out of test/.',
      from: { path: '^src-' },
      to: { path: '^test/' },
    },
    {
      name: 'main-ships-only-dependencies',
      severity: 'error',
      comment: 'What main or a preload imports at run time must stand under dependencies in package.json.',
      // Setup is what installs, builds and packages; it ships nothing.
      from: { path: '^src-(main|preload)/', pathNot: '^src-main/setup/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm'],
        pathNot: '^node_modules/electron/',
      },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^(out|\\.cache)/' },
    // Types bind as firmly as values: an import of a type is an import.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'node', 'default'],
      extensions: ['.ts', '.svelte', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
