/** A right command line, and the secrets that it must not tell, for tests of what is wrong with others. */

/** A public test vector's words (BIP-39, entropy of zeros): never hold funds with them. */
export const WORDS = `${'abandon '.repeat(23)}art`;
export const KEY = 'a-key-that-nobody-may-see';

/** No server listens on the discard port: a command line that is accepted fails there, and not as wrong. */
const NOBODY = 'http://127.0.0.1:9';
export const there = ['--base-url', NOBODY, '--ledger-url', NOBODY, '--api-key-env', 'SERVICE_KEY'];
export const order = ['--in', 'ADA', '--out', 'AMBER', '--amount', '25'];

/** A swap with the recovery words in that file. */
export function swapWith(words: string): readonly string[] {
  return ['swap', ...there, ...order, '--mnemonic-file', words, '--yes'];
}

/** The options of a right command line with one of them changed, or left out. */
export function but(args: readonly string[], option: string, value?: string): readonly string[] {
  const at = args.indexOf(option);
  const rest = [...args.slice(0, at), ...args.slice(at + 2)];
  return value === undefined ? rest : [...rest, option, value];
}
