import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { adviceText, measurePassword, type PasswordAdvice } from '../../../src-preload/password/measure.ts';
import { advice as adviceWords } from '../../../src-renderer/features/vault/advice-words.ts';
import { OWN_WORDS } from '../../../src-preload/password/own-words.ts';
import { passwordTrouble } from '../../../src-main/wallet/password.ts';
import { PASSWORD, WalletBench, WORDS } from '../../support/wallet-bench.ts';

/** Each passes a rule of lengths and kinds of characters. */
const guessable = [
  ...[
    'Cardano2024!',
    'Cardano2025!!',
    'cardano-ada-2025',
    'ADAtothemoon1!',
    'AdaLovelace1815!',
    'Hoskinson2024!',
  ],
  ...['Touchstone1!', 'touchstone-wallet', 'MyTouchstone2026', 'minswap2024!', 'Snek2024!!!!', 'hosky4ever!'],
  ...[
    'Password123!',
    'P@ssw0rd2024',
    'Passw0rd!!!',
    'Qwertz1234!',
    'qwertyuiop[]',
    '1q2w3e4r5t6z',
    'Summer2024!!',
  ],
  ...[
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'Aa1!Aa1!Aa1!',
    '12345678901234',
    'iloveyou2024',
    'test password',
    'letmein12345',
  ],
];
const strong = [
  'correct horse battery',
  'orange harbour violet engine',
  'stiller Mond über dem Fluss',
  'a calm practice password',
  'zwölf bunte Vögel singen laut',
  'x7#Kq9!vLm2$wT',
  'クジラは静かな海で歌うのが好きだ',
];

describe('a new password', () => {
  it.each(guessable)('"%s" is refused, with advice', async (password) => {
    const trouble = await passwordTrouble(password);
    expect(trouble?.code).toBe('password-guessable');
    expect(String(trouble?.data?.['advice']).length).toBeGreaterThan(10);
    if (trouble) expect(failureText(trouble).advice).not.toContain(password);
  });

  it('is advised on in the words of the library, also by the page', () => {
    const ids = Object.keys(adviceWords) as PasswordAdvice[];
    expect(Object.fromEntries(ids.map((id) => [id, adviceText(id)]))).toEqual(adviceWords);
    const given = guessable.flatMap((password) => measurePassword(password).advice);
    expect(given.length).toBeGreaterThan(guessable.length);
    expect(given.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(strong)('"%s" is taken', async (password) => {
    expect(await passwordTrouble(password)).toBeUndefined();
    expect(measurePassword(password)).toEqual({ strength: 'strong', share: 1, advice: [] });
  });

  it.each(['', 'short', 'nine char', 'äöü äöü ä'.normalize('NFC').slice(0, 5)])(
    '"%s" is too short',
    async (password) => {
      expect((await passwordTrouble(password))?.code).toBe('password-too-weak');
    },
  );

  it('is no better for a word of the application’s own in it, however it is spelled', () => {
    for (const word of OWN_WORDS)
      for (const spelled of [word, word.toUpperCase(), `${word}2024!`])
        expect(measurePassword(spelled.padEnd(10, '1')).strength, spelled).not.toBe('strong');
  });

  // So the work that a password makes has a bound, whatever its length.
  it('is measured by its first 64 characters: they must be strong by themselves, and the rest is not looked at', () => {
    const tail = 'x7#Kq9!vLm2$wT';
    expect(measurePassword('a'.repeat(64) + tail).strength).toBe('easy');
    expect(measurePassword('a'.repeat(64 - tail.length) + tail).strength).toBe('strong');
    const share = (text: string): number => measurePassword(text).share;
    expect(share(`${'a'.repeat(63)}#`)).toBeGreaterThan(share('a'.repeat(64)));
    // Some characters become several once they are normalised: the cut applies to the text that would be measured.
    const [wide, spelled] = ['ﷺ', 'ﷺ'.normalize('NFKC')];
    expect(spelled.length).toBeGreaterThan(10);
    for (const [long, first] of [
      ...['p@$$w0rd4!'.repeat(51), 'a7'.repeat(256), '$4@3!1'.repeat(85), 'orange harbour '.repeat(30)].map(
        (text) => [text, text.slice(0, 64)] as const,
      ),
      [wide.repeat(60), spelled.repeat(60).slice(0, 64)] as const,
      [wide.repeat(60) + tail, spelled.repeat(60).slice(0, 64)] as const,
    ])
      for (const more of ['', tail, long])
        expect(measurePassword(long + more), `${long.slice(0, 12)} and ${more.slice(0, 12)}`).toEqual(
          measurePassword(first),
        );
  });
});

describe('main itself', () => {
  it('refuses it wherever a password is chosen, whatever the page let through', async () => {
    const refused = { ok: false, failure: { code: 'password-guessable' } };
    const bench = new WalletBench();
    const wallet = await bench.open();
    expect(await wallet.import(WORDS, 'Cardano2024!')).toMatchObject(refused);
    const phrase = wallet.newPhrase(12);
    const proof = phrase.positions.map((position) => phrase.words()[position - 1] ?? '');
    expect(await wallet.create(phrase, proof, 'Cardano2024!')).toMatchObject(refused);
    expect(wallet.status().state).toBe('none');
    expect((await wallet.import(WORDS, PASSWORD)).ok).toBe(true);
    expect(await wallet.changePassword(PASSWORD, 'Cardano2024!')).toMatchObject(refused);
    expect((await wallet.checkPassword(PASSWORD)).ok).toBe(true);
  });
});
