import { withoutComments, type SourceFile } from '../support/source-files.ts';

/** Something that must not occur in the code of some folders. Comments may name it. */
export interface Forbidden {
  readonly name: string;
  readonly pattern: RegExp;
  /** The paths that the rule covers, and those among them that are its one rightful place. */
  readonly where: RegExp;
  readonly except?: RegExp;
  readonly instead: string;
  /** Also look into comments. */
  readonly inComments?: boolean;
  /** A file that must fail the rule: the proof that it can. */
  readonly bad: SourceFile;
}

const everywhere = /^src-(main|preload|renderer)\//;

/** Built from parts where the sample would trip the rule on this very file. */
const mark = (...letters: readonly string[]): string => letters.join('');

export const forbidden: readonly Forbidden[] = [
  // Electron's switches.
  {
    name: 'node integration',
    pattern: /\bnodeIntegration\w*(?!\w*['"]?\s*:\s*false)/,
    where: everywhere,
    instead: 'The page reaches main through the contract only.',
    bad: { path: 'src-main/shell/electron/window.ts', text: 'const a = { nodeIntegrationInWorker: true };' },
  },
  {
    name: 'webview tags',
    pattern: /\bwebviewTag(?!['"]?\s*:\s*false)|<webview\b/,
    where: everywhere,
    instead: 'Show nothing that another site serves; open it in the browser.',
    bad: { path: 'src-main/shell/electron/window.ts', text: 'const a = { webviewTag: true };' },
  },
  {
    name: 'a page with its locks off',
    pattern:
      /\b(?:contextIsolation|sandbox|webSecurity)['"]?\s*:\s*false|\b(?:allowRunningInsecureContent|experimentalFeatures|bypassCSP|corsEnabled|nodeIntegrationInWorker)['"]?\s*:\s*true|\benableBlinkFeatures\b/,
    where: everywhere,
    instead: 'The protections set in src-main/shell/electron/electron-window.ts stay on.',
    bad: { path: 'src-main/shell/electron/window.ts', text: 'const a = { sandbox: false };' },
  },
  {
    name: 'web preferences outside the window factory',
    pattern: /\bwebPreferences\b/,
    where: everywhere,
    except: /^src-main\/shell\/electron\/electron-window\.ts$/,
    instead: 'Make windows with src-main/shell/electron/electron-window.ts.',
    bad: { path: 'src-main/shell/electron/shell.ts', text: 'new BrowserWindow({ webPreferences: {} });' },
  },
  {
    name: 'messages to main outside the wrapper',
    pattern: /\bipcMain\b|\.ipc\.(?:handle|on)\b/,
    where: everywhere,
    except: /^src-main\/shell\/electron\/electron-window\.ts$/,
    instead: 'electron-window.ts registers every channel and checks every sender.',
    bad: { path: 'src-main/app/quotes.ts', text: "ipcMain.handle('quote', () => 1);" },
  },
  {
    name: 'messages from a page outside the preload',
    pattern: /\b(?:ipcRenderer|contextBridge)\b/,
    where: everywhere,
    except: /^src-preload\/electron-transport\.ts$/,
    instead: 'Use the API that the preload exposes, through src-renderer/client.',
    bad: { path: 'src-preload/index.ts', text: "contextBridge.exposeInMainWorld('send', ipcRenderer.send);" },
  },
  {
    name: 'remote',
    pattern: /@electron\/remote|\belectron\.remote\b|\benableRemoteModule\b/,
    where: everywhere,
    instead: 'Add a call to the contract.',
    bad: { path: 'src-renderer/app/main.ts', text: "import remote from '@electron/remote';" },
  },
  {
    name: 'opening files and programs',
    pattern: /\bshell\.openPath\b|\bopenPath\s*\(|\bshowItemInFolder\b/,
    where: everywhere,
    instead: 'Say where the file is; openExternal takes an entry of a fixed table.',
    bad: { path: 'src-main/app/backup.ts', text: 'await shell.openPath(path);' },
  },
  {
    name: 'deep links',
    pattern: /\bsetAsDefaultProtocolClient\b/,
    where: everywhere,
    instead: 'No link from outside starts or steers the app.',
    bad: { path: 'src-main/index.ts', text: "app.setAsDefaultProtocolClient('touchstone');" },
  },
  {
    name: 'certificate exceptions',
    pattern:
      /\brejectUnauthorized['"]?\s*:(?!\s*true)|\bsetCertificateVerifyProc\b|['"`]certificate-error['"`]|NODE_TLS_REJECT_UNAUTHORIZED\s*=[^=]/,
    where: everywhere,
    instead: 'A certificate that does not verify ends the connection, always.',
    bad: { path: 'src-main/http/agent.ts', text: 'const options = { rejectUnauthorized: false };' },
  },

  // Text that becomes code or markup.
  {
    name: 'text as code',
    pattern:
      /\beval\s*\(|\bnew Function\b|\bFunction\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]|\bnode:vm\b/,
    where: everywhere,
    instead: 'Write a function, or a parser that knows its grammar.',
    bad: { path: 'src-renderer/format/sum.ts', text: "const f = new Function('return 1');" },
  },
  {
    name: 'text as markup',
    pattern: /\b(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write\b|\{@html\b|\bsrcdoc\b/,
    where: everywhere,
    except: /^src-renderer\/app\/trusted-types\.ts$/,
    instead: 'Write text nodes: {value} in a component.',
    bad: { path: 'src-renderer/ui/Note.svelte', text: '<p>{@html note}</p>' },
  },
  {
    name: 'a sentence as the key of a list',
    pattern:
      /\{#each\s[^}]*\b(?:notices|sentences|notes|reasons|lines)\b[^}]*\sas\s(\w+)(?:,\s*\w+)?\s\(\1\)/,
    where: /^src-renderer\/.*\.svelte$/,
    instead: 'Use the index as the key: two sentences may be the same, and then Svelte gives up on the list.',
    bad: {
      path: 'src-renderer/ui/Notes.svelte',
      text: '{#each quote?.notices ?? [] as notice (notice)}<p>{notice}</p>{/each}',
    },
  },
  {
    name: 'inline style attributes',
    pattern: /\sstyle=["'][^{"']/,
    where: /^src-renderer\/.*\.(svelte|html)$/,
    instead: 'The policy refuses them: use a class, or style:property={value}.',
    bad: { path: 'src-renderer/ui/Box.svelte', text: '<div style="color: red"></div>' },
  },
  {
    name: 'inline scripts',
    pattern: /<script(?![^>]*\bsrc=)[^>]*>|\son[a-z]+=["']/,
    where: /^src-renderer\/.*\.html$/,
    instead: 'The policy refuses them: load a module.',
    bad: { path: 'src-renderer/index.html', text: '<script>start();</script>' },
  },
  {
    name: 'code pushed into a page',
    pattern: /\bexecuteJavaScript\b|\binsertCSS\b|\.addScriptTag\b|\.evaluate\s*\(/,
    where: everywhere,
    instead: 'The page runs its own files; send it a topic message.',
    bad: { path: 'src-main/shell/electron/shell.ts', text: "contents.executeJavaScript('go()');" },
  },

  // The chart library.
  {
    name: 'the chart library outside of its host',
    pattern: /['"](?:echarts|zrender)\b/,
    where: everywhere,
    except: /^src-renderer\/chart\/echarts\.ts$/,
    instead: 'Make charts with src-renderer/chart/echarts.ts, and give them options.',
    bad: { path: 'src-renderer/chart/axes.ts', text: "import { graphic } from 'echarts/core';" },
  },
  {
    name: 'inner files of the chart library',
    pattern: /['"](?:zrender\b|echarts(?:['"]|\/(?!(?:core|charts|components|renderers)['"])))/,
    where: everywhere,
    instead: 'Import from echarts/core, charts, components or renderers: nothing else is documented.',
    bad: { path: 'src-renderer/chart/echarts.ts', text: "import Path from 'zrender/lib/graphic/Path.js';" },
  },
  {
    name: 'private parts of the chart library',
    pattern:
      /(?<![\w$])_\w|\bgetZr\b|\bgetContext\((?!'2d')|\b(?:getModel|getECModel|registerAction|registerPainter|eachComponent|coordinateSystem|painter|storage|setExtent|beforeBrush|afterBrush)\b/,
    where: /^src-renderer\/chart\/(?:Plot\.svelte|(?:echarts|option|shapes|stage)\.ts)$/,
    instead: 'Use options.',
    bad: { path: 'src-renderer/chart/Plot.svelte', text: 'if (scale._frozen) scale._frozen = false;' },
  },

  // The keystore.
  {
    name: 'a cheaper key derivation in what ships',
    pattern: /\bwalletCost\b/,
    where: /^src-main\/(?:(?:index|chromium|starting)\.ts$|cli\/)/,
    instead: 'Leave it out: only tests derive keys at a lower cost.',
    bad: {
      path: 'src-main/chromium.ts',
      text: 'await startOnline({ walletCost: { log2N: 4, r: 8, p: 1 } });',
    },
  },

  // The network.
  {
    name: 'file addresses',
    pattern: /\bfile:\/\//,
    where: everywhere,
    instead: 'Pages are served from app://; files are named by path.',
    bad: { path: 'src-main/shell/electron/window.ts', text: 'window.loadURL(`file://${path}`);' },
  },
  {
    name: 'plain http',
    pattern: /\b(?:http|ws):\/\/(?!www\.w3\.org\/|127\.0\.0\.1|localhost|\[::1\])/,
    where: everywhere,
    except: /^src-main\/practice\//,
    instead: 'https and wss only; loopback is the one exception, and src-main/http/base-url.ts decides it.',
    bad: { path: 'src-main/service/client.ts', text: "const base = 'http://api.example';" },
  },
  {
    name: 'followed redirects',
    pattern:
      /\bfollowRedirects['"]?\s*:(?!\s*false)|\bredirect['"]?\s*:\s*['"`](?:follow|manual)|\bmaxRedirections['"]?\s*:\s*[1-9]|\binterceptors\.redirect\b/,
    where: everywhere,
    instead: "redirect: 'error': an API key must not reach another origin.",
    bad: { path: 'src-main/service/stream.ts', text: 'new WebSocket(url, { followRedirects: true });' },
  },
  {
    name: 'careless HTTP clients',
    pattern: /(?:from|import|require\()\s*\(?['"](?:axios|got|node-fetch|request|superagent)['"]/,
    where: everywhere,
    instead: 'Use src-main/http: it caps size and time and keeps the key out of errors.',
    bad: { path: 'src-main/ledger/blockfrost/client.ts', text: "import got from 'got';" },
  },
  {
    name: 'network from the renderer',
    pattern: /\bfetch\s*\(|\bXMLHttpRequest\b|\bnew (?:WebSocket|EventSource|Worker)\b|\bsendBeacon\b/,
    where: /^src-(renderer|preload)\//,
    instead: 'The renderer has no network: add a call or a topic to the contract.',
    bad: { path: 'src-renderer/client/tokens.ts', text: "await fetch('/tokens');" },
  },
  {
    name: 'storage in the renderer',
    pattern: /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b/,
    where: /^src-(renderer|preload)\//,
    instead: 'Preferences go through the contract to main.',
    bad: { path: 'src-renderer/state/theme.ts', text: "localStorage.setItem('theme', 'dark');" },
  },

  // Secrets and the surroundings.
  {
    name: 'listing the keychain',
    pattern: /\bfind(?:Credentials|Password)\b/,
    where: everywhere,
    instead: 'It crashes on a locked keyring: entry names are kept in the settings.',
    bad: { path: 'src-main/keychain/child.ts', text: "await keytar.findCredentials('touchstone');" },
  },
  {
    name: 'the keychain outside its process',
    pattern: /['"]keytar['"]|['"][^'"]*\/binding\.ts['"]/,
    where: everywhere,
    except: /^src-main\/keychain\/(?:child|binding)\.ts$/,
    instead: 'It can hang or crash its process: use the SecretStore port.',
    bad: { path: 'src-main/wallet/keystore.ts', text: "import keytar from 'keytar';" },
  },
  {
    name: 'the console in main',
    pattern: /\bconsole\s*[.[]/,
    where: everywhere,
    instead: 'Use the log port, which takes allowed fields only; the command line writes to process.stdout.',
    bad: { path: 'src-main/service/client.ts', text: 'console.log(headers);' },
  },
  {
    name: 'environment variables outside environment.ts',
    pattern: /\bprocess\.env\b|\bprocess\[['"]env|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/,
    where: everywhere,
    except: /^src-main\/system\/environment\.ts$/,
    instead: 'Read it in src-main/system/environment.ts and say there what it means.',
    bad: { path: 'src-main/system/processes.ts', text: 'const all = { ...process.env };' },
  },
  {
    name: 'weak chance',
    pattern: /\bMath\.random\b/,
    where: everywhere,
    instead: 'Chance is a port: src-main/ports/system.ts.',
    bad: { path: 'src-main/trading/identifier.ts', text: 'const id = Math.random();' },
  },
  {
    name: 'the clock read outside its port',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/,
    where:
      /^src-(preload\/(domain|contract)|main\/(app|cardano|inspect|trading|market|wallet|service|ledger|http))\//,
    instead: 'Time is a port: src-main/ports/system.ts.',
    bad: { path: 'src-main/trading/deadline.ts', text: 'const due = Date.now() + 1000;' },
  },

  // Other systems.
  {
    name: 'a signal to oneself',
    pattern: /\bprocess\.kill\(\s*process\.pid\b/,
    where: everywhere,
    except: /^src-main\/keychain\/child\.ts$/,
    instead: "It ends the process at once on Windows: process.emit('SIGINT', 'SIGINT') reaches who listens.",
    bad: { path: 'src-main/cli/asking.ts', text: "process.kill(process.pid, 'SIGINT');" },
  },
  {
    name: 'renaming and removing without patience',
    pattern: /\b(?:rename|rm|unlink|rmdir)Sync\b|['\"]node:fs\/promises['\"]/,
    where: /^src-main\//,
    except: /^src-main\/system\/held-files\.ts$/,
    instead:
      'Windows refuses while another program has the file open: src-main/system/held-files.ts tries again.',
    bad: { path: 'src-main/storage/journal.ts', text: 'renameSync(fresh, path);' },
  },
  {
    name: 'words of whichever language the system has',
    pattern:
      /\.toLocale(?:(?:Date|Time)?String|UpperCase|LowerCase)\(\s*(?:\)|undefined\b|\[\])|\.localeCompare\([^,()]*\)|\bIntl\.\w+\(\s*(?:\)|undefined\b)/,
    where: everywhere,
    instead: 'Name the language: digits and orders of another one are read wrong.',
    bad: { path: 'src-renderer/format/amount.ts', text: 'const shown = amount.toLocaleString();' },
  },

  // Unfinished or silenced work.
  {
    name: 'work put off',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b|\bnot implemented\b/i,
    where: /^(src-|test\/)/,
    except: /^test\/architecture\/forbidden\.ts$/,
    inComments: true,
    instead: 'Do it, or leave it out.',
    bad: { path: 'src-main/app/quotes.ts', text: mark('// TO', 'DO: fees') },
  },
  {
    name: 'silenced checks',
    pattern: /(?:es|ox)lint-disable|@ts-(?:ignore|nocheck|expect-error)|prettier-ignore|\bas any\b/,
    where: /^(src-|test\/)/,
    except: /^test\/architecture\/forbidden\.ts$/,
    inComments: true,
    instead: 'Write what the checker can follow.',
    bad: { path: 'src-main/app/quotes.ts', text: '// @ts-ignore' },
  },
  {
    name: 'tests that do not run',
    pattern:
      /\b(?:it|test|describe|suite|bench)\.(?:(?:skip|only|todo|fails)\b|(?:skipIf|runIf)\((?!process\.platform\b))|\bx(?:it|describe)\s*\(/,
    where: /^test\//,
    except: /^test\/architecture\/forbidden\.ts$/,
    instead:
      'A test runs or fails. Only another system may leave it out; test/run.ts decides about missing parts of the system.',
    bad: { path: 'test/unit/price.test.ts', text: "it.skip('rounds', () => {});" },
  },
  {
    name: 'data from outside of the project',
    pattern: /\bproject\s*,\s*['"`]\.\.|['"`][^'"`\n]*\bshared\/vectors\b|\bvectorsPresent\b/,
    where: /^test\//,
    except: /^test\/architecture\/forbidden\.ts$/,
    instead: 'A lone clone runs every test: what a test reads is kept in test/vectors, with its source.',
    bad: { path: 'test/support/vectors.ts', text: "const folder = join(project, '..', 'data');" },
  },
  {
    name: 'barrels',
    pattern: /\bexport\s*\*/,
    where: /^(src-|test\/)/,
    except: /^test\/architecture\/forbidden\.ts$/,
    instead: 'Import from the module that declares it.',
    bad: { path: 'src-main/app/all.ts', text: "export * from './quotes.ts';" },
  },
  {
    name: 'numbers of pages read in English',
    pattern: /#domain\/typed-number\.ts/,
    where: /^src-renderer\//,
    except: /^src-renderer\/format\//,
    instead: 'src-renderer/format/typed-number.ts reads them as the page prints them.',
    bad: {
      path: 'src-renderer/features/swap/ticket.ts',
      text: "import { readUnits } from '#domain/typed-number.ts';",
    },
  },
];

/** `path:line` of every place where the rule is broken. */
export function breaches(rule: Forbidden, files: readonly SourceFile[]): readonly string[] {
  const found = new Set<string>();
  for (const file of files) {
    if (!rule.where.test(file.path) || rule.except?.test(file.path)) continue;
    if (!rule.pattern.test(file.text)) continue;
    const text = rule.inComments === true ? file.text : withoutComments(file);
    for (const match of text.matchAll(new RegExp(rule.pattern, `g${rule.pattern.flags}`))) {
      found.add(`${file.path}:${text.slice(0, match.index).split('\n').length}`);
    }
  }
  return [...found];
}
