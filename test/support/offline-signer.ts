import { networkInterfaces } from 'node:os';
import { forbidNetwork } from '../../src-main/system/no-network.ts';
import { OfflineTouchstone } from './offline-touchstone.ts';
import { lastClick, signTrade } from './desk-robot.ts';
import { seeSockets } from './seen-sockets.ts';

/** The orders for a second Touchstone, in a process without a network: JSON on its command line. */
export interface SignerOrders {
  readonly bundle: string;
  readonly words: string;
}

/** Its results at the end, as JSON. */
export interface SignerWords {
  readonly fingerprint: string | undefined;
  readonly saved: string;
  /** Interfaces that are up where it ran. */
  readonly interfaces: readonly string[];
  /** Sockets that were made. */
  readonly sockets: readonly string[];
  /** Uses of the network that were attempted and refused. */
  readonly tried: readonly string[];
  readonly complaints: readonly string[];
}

// Before anything is forbidden: a library's sockets that bypass our own lock are seen here.
const sockets = seeSockets();
const tried: string[] = [];
forbidNetwork((what) => tried.push(what));

const { bundle, words } = JSON.parse(process.argv[2] ?? '{}') as SignerOrders;
const app = await OfflineTouchstone.start({ headless: true });
const { main } = app;
await main.getByLabel('Bundle', { exact: true }).setInputFiles(bundle);
await app.deskWhen((desk) => desk.bundle !== undefined);
await main.getByRole('button', { name: 'Bring keys for this bundle' }).click();
const vault = await app.vault();
await vault.getByLabel('Recovery words, in order').fill(words);
await vault.getByRole('button', { name: 'Look at these keys' }).click();
await lastClick(vault.getByRole('button', { name: 'Use these keys' }));
await app.deskWhen((desk) => desk.once !== undefined);
await app.gone('vault');
await main.getByRole('button', { name: 'Check it and sign' }).click();
const approval = await app.approval();
await signTrade(approval);
const { signed } = await app.deskWhen((desk) => desk.signed !== undefined);
await main.getByRole('button', { name: 'Save the signatures' }).click();
const saved = await main.getByText(/^Saved to /).innerText();
const said: SignerWords = {
  fingerprint: signed?.fingerprint,
  saved: saved.replace(/^Saved to /, ''),
  interfaces: Object.keys(networkInterfaces()),
  sockets,
  tried,
  complaints: app.complaints,
};
await app.stop();
process.stdout.write(JSON.stringify(said), () => process.exit(0));
