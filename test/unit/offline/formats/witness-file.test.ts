import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import { encodeWitnessSet } from '../../../../src-main/cardano/witness.ts';
import { readWitnessFile, writeWitnessFile } from '../../../../src-main/offline/formats/witness-file.ts';
import { envelopeFile, goldenEnvelope, goldenEnvelopes } from '../../../support/golden-envelopes.ts';
import { signingKey } from '../../../support/signing-key.ts';
import { read } from '../../../support/vectors.ts';

const OLD = goldenEnvelope('input/shelley/witnesses/singleSigningKeyWitness');
const NEW = goldenEnvelope('golden/conway/witness-out.json');

function reason(file: string): unknown {
  const result = readWitnessFile(file);
  if (result.ok) throw new Error('it was read');
  expect(result.failure.code).toBe('witness-file-malformed');
  expect(failureText(result.failure).what).toContain(String(result.failure.data?.['reason']));
  return result.failure.data?.['reason'];
}

function conway(cborHex: string): string {
  return envelopeFile({ ...NEW, cborHex });
}

describe('witness files of cardano-cli', () => {
  const witnesses = goldenEnvelopes.filter(({ type }) => type === 'TxWitness ConwayEra');

  it('are read, and written back as they were', () => {
    expect(witnesses.length).toBe(2);
    for (const envelope of witnesses) {
      const result = readWitnessFile(envelopeFile(envelope));
      if (!result.ok) throw new Error(String(result.failure.data?.['reason']));
      expect(result.value.length).toBe(1);
      for (const witness of result.value) expect(writeWitnessFile(witness)).toBe(envelopeFile(envelope));
    }
  });

  it('are read in the encoding of older versions, too, and written in today’s', () => {
    expect(OLD.cborHex.slice(0, 10)).toBe('8200825820');
    const result = readWitnessFile(conway(OLD.cborHex));
    if (!result.ok) throw new Error(String(result.failure.data?.['reason']));
    const [witness] = result.value;
    expect(witness?.publicKey).toBe(OLD.cborHex.slice(10, 74));
    expect(witness && writeWitnessFile(witness)).toBe(conway(OLD.cborHex.slice(4)));
  });

  it.each([
    ['a bootstrap witness of older versions', `8201${OLD.cborHex.slice(4)}`, 'Byron address'],
    [
      'a bootstrap witness',
      `845820${'11'.repeat(32)}5840${'22'.repeat(64)}5820${'33'.repeat(32)}41a0`,
      'Byron',
    ],
    ['a script of older versions', '82028200581c00', 'it ends too early'],
    ['a script', `82028200581c${'11'.repeat(28)}`, 'a script'],
    ['another pair', '820082', 'it ends too early'],
    ['a short key', `82581f${'11'.repeat(31)}5840${'22'.repeat(64)}`, 'a public key does not have 32 bytes'],
    [
      'a long signature',
      `825820${'11'.repeat(32)}5841${'22'.repeat(65)}`,
      'a signature does not have 64 bytes',
    ],
    ['a list of one', `815820${'11'.repeat(32)}`, 'a signature is not a list of two'],
    ['a witness set', encodeWitnessSet([signingKey(1).sign('00'.repeat(32))]), 'the signature is not a list'],
    ['bytes that follow', `${NEW.cborHex}00`, '1 bytes follow the end'],
  ])('are refused with %s', (_, cborHex, why) => {
    expect(reason(conway(cborHex))).toContain(why);
  });

  it('are refused for another era, and told from transactions and keys', () => {
    expect(reason(envelopeFile(OLD))).toBe(
      'it is a signature of the Mary era, and only those of Conway are taken',
    );
    expect(reason(envelopeFile(OLD, 'TxWitnessByron'))).toContain('of the Byron era');
    expect(reason(envelopeFile(goldenEnvelope('input/conway/txbody')))).toContain('is not signed');
    expect(reason(envelopeFile(goldenEnvelope('input/alonzo/signing.key')))).toContain('a key, not');
    expect(reason(envelopeFile(goldenEnvelope('input/conway/stake.vkey')))).toBe('it holds something else');
    expect(reason('{}')).toContain('not a JSON object');
  });
});

it('the signatures of a signed transaction are taken from it', () => {
  const signed = readWitnessFile(envelopeFile(goldenEnvelope('input/conway/witnessed.tx')));
  expect(signed).toMatchObject({ ok: true, value: [{}, {}] });
});

describe('witness sets of wallets (CIP-30)', () => {
  const [vector] = JSON.parse(read('cip30/sign-vectors.json')) as readonly { readonly witnessSet: string }[];
  const two = [signingKey(1), signingKey(2)].map((key) => key.sign('00'.repeat(32)));

  it('are read as a wallet returns them, in either case and with a line’s end', () => {
    const set = vector?.witnessSet ?? '';
    const result = readWitnessFile(`${set.toUpperCase()}\r\n`);
    expect(result).toMatchObject({
      ok: true,
      value: [{ publicKey: '6030874dbad19eae781f29223bf8cdbe57da442a26363ccb422df6bd962e16e7' }],
    });
    expect(result.ok && encodeWitnessSet(result.value)).toBe(set);
  });

  it('are read with several signatures, tagged or not', () => {
    for (const tagged of [false, true])
      expect(readWitnessFile(encodeWitnessSet(two, tagged))).toEqual({ ok: true, value: two });
  });

  it('are refused when they hold no signature, or anything besides', () => {
    expect(reason('a0')).toContain('holds no signature');
    expect(reason('a10080')).toBe('it holds no signature');
    expect(reason('a10280')).toContain('key 2');
    expect(reason('a')).toContain('not hexadecimal');
    expect(reason('a0'.repeat(40_000))).toContain('more than 65536');
  });
});
