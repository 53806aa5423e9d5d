import { describe, expect, it } from 'vitest';
import { failureText } from '#domain/failure.ts';
import {
  FILE_LIMIT,
  readEnvelope,
  readTransactionFile,
  writeEnvelope,
  writeTransactionFile,
} from '../../../../src-main/offline/formats/text-envelope.ts';
import { envelopeFile, goldenEnvelope, goldenEnvelopes } from '../../../support/golden-envelopes.ts';

const CONWAY = /^(?:(?:Unw|W)itnessed )?Tx ConwayEra$/;
const UNSIGNED = goldenEnvelope('input/conway/txbody');

function reason(file: string): unknown {
  const read = readTransactionFile(file);
  if (read.ok) throw new Error('it was read');
  expect(read.failure.code).toBe('envelope-malformed');
  expect(failureText(read.failure).what).toContain(String(read.failure.data?.['reason']));
  return read.failure.data?.['reason'];
}

describe('text envelopes of cardano-cli', () => {
  it('has them all', () => {
    expect(goldenEnvelopes.length).toBe(155);
  });

  it('are read, and written back as they were', () => {
    const unread: string[] = [];
    for (const envelope of goldenEnvelopes) {
      const file = envelopeFile(envelope);
      const read = readEnvelope(file);
      if (read.ok) expect(writeEnvelope(read.value)).toBe(file);
      else unread.push(`${envelope.cborHex}: ${read.failure}`);
    }
    // One is a template, without any bytes yet.
    expect(unread).toEqual(['<cborHex>: its cborHex is not hexadecimal']);
  });

  it('are read with the white space, the byte order mark and the order of fields that others write', () => {
    const { type, description, cborHex } = UNSIGNED;
    const wanted = { ok: true, value: cborHex };
    expect(readTransactionFile(JSON.stringify({ cborHex, description, type }))).toEqual(wanted);
    expect(readTransactionFile(`\uFEFF${envelopeFile(UNSIGNED).replaceAll('\n', '\r\n')}`)).toEqual(wanted);
    const capitals = { type, description, cborHex: cborHex.toUpperCase() };
    expect(readTransactionFile(JSON.stringify(capitals))).toEqual(wanted);
  });
});

describe('transaction files', () => {
  const transactions = goldenEnvelopes.filter(({ type }) => CONWAY.test(type));

  it('of Conway are read whoever of cardano-cli wrote them, and written as it writes them today', () => {
    expect(transactions.length).toBe(21);
    for (const envelope of transactions) {
      const read = readTransactionFile(envelopeFile(envelope));
      expect(read, envelope.path).toEqual({ ok: true, value: envelope.cborHex });
      expect(writeTransactionFile(envelope.cborHex)).toBe(envelopeFile(envelope, 'Tx ConwayEra'));
    }
  });

  it('of other eras are refused with the era', () => {
    const eras = goldenEnvelopes
      .filter(({ type }) => /Tx/.test(type) && !/Conway|Witness |GenesisUTxO/.test(type))
      .map((envelope) => `${envelope.type}: ${String(reason(envelopeFile(envelope)))}`);
    expect(eras.length).toBe(13);
    for (const era of ['Shelley', 'Allegra', 'Mary', 'Alonzo', 'Babbage'])
      expect(eras.filter((line) => line.includes(`transaction of the ${era} era`))).not.toEqual([]);
    expect(eras.every((line) => line.endsWith('only those of Conway are taken'))).toBe(true);
    expect(reason(envelopeFile(UNSIGNED, 'Tx DijkstraEra'))).toContain('of the Dijkstra era');
    expect(reason(envelopeFile(UNSIGNED, 'Tx NextEra'))).toBe('it holds something else');
  });

  it('are told from files of signatures and of keys', () => {
    expect(reason(envelopeFile(goldenEnvelope('golden/conway/witness-out.json')))).toContain('a signature');
    expect(reason(envelopeFile(goldenEnvelope('input/alonzo/signing.key')))).toContain('a key');
  });

  it.each([
    ['nothing', '', 'not a JSON object'],
    ['a list', '[]', 'not a JSON object'],
    ['an empty object', '{}', 'not a JSON object'],
    ['a field that is no text', '{"type": 1, "description": "", "cborHex": "84"}', 'not a JSON object'],
    ['a missing field', '{"type": "Tx ConwayEra", "cborHex": "84"}', 'not a JSON object'],
    ['an escape that JSON has not', '{"type": "\\x54", "description": "", "cborHex": "84"}', 'not a JSON'],
    ['a field too many', '{"type": "", "description": "", "cborHex": "84", "x": ""}', 'besides type'],
    ['a field twice', '{"type": "", "cborHex": "84", "description": "", "cborHex": "85"}', 'cborHex twice'],
    ['an escaped name', '{"cborHex": "84", "cbor\\u0048ex": "85"}', 'cborHex twice'],
    ['a second object', '{"type": "", "description": "", "cborHex": "84"}{}', 'something follows'],
    ['an odd digit', '{"type": "", "description": "", "cborHex": "84f"}', 'not hexadecimal'],
    ['no digits', '{"type": "", "description": "", "cborHex": ""}', 'not hexadecimal'],
    ['no transaction', '{"type": "Tx ConwayEra", "description": "", "cborHex": "80"}', 'cannot be read: '],
  ])('are refused with %s', (_, file, why) => {
    expect(reason(file)).toContain(why);
  });

  it('are refused when they are longer than any transaction', () => {
    const longest = envelopeFile({ ...UNSIGNED, description: '' });
    const padded = longest + ' '.repeat(FILE_LIMIT - longest.length);
    expect(readTransactionFile(padded).ok).toBe(true);
    expect(reason(`${padded} `)).toBe('it has more than 65536 characters');
  });

  it('are refused when bytes follow the transaction, or its item is another one', () => {
    expect(reason(envelopeFile({ ...UNSIGNED, cborHex: `${UNSIGNED.cborHex}00` }))).toContain(
      '1 bytes follow',
    );
    expect(reason(envelopeFile({ ...UNSIGNED, cborHex: UNSIGNED.cborHex.slice(0, -2) }))).toContain(
      'ends too early',
    );
  });
});
