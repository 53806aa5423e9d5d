import { describe, expect, it, test } from 'vitest';
import { CommandPlace, type Ended } from '../../support/command-line.ts';
import { goodBundle, goodDraft, hashOf, orderAddress, orderScript } from '../../support/good-bundle.ts';
import { GEM, myAddress, PAYMENT, STAKE, strangerAddress, writeDraft } from '../../support/good-trade.ts';
import { InspectBatch, inspectLines, type InspectJson } from '../../support/inspect-process.ts';

const place = new CommandPlace({ TZ: 'Asia/Kolkata' });
let files = 0;

function inspect(bundle: unknown, ...options: readonly string[]): Promise<Ended> {
  files += 1;
  const content = typeof bundle === 'string' ? bundle : JSON.stringify(bundle);
  return place.run(['inspect', '--bundle', place.file(`${files}.json`, content), ...options]);
}

async function answered(
  bundle: unknown,
): Promise<{ readonly code: number | null; readonly json: InspectJson }> {
  const { code, stdout, stderr } = await inspect(bundle, '--json');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return { code, json: JSON.parse(stdout) as InspectJson };
}

/** The good trade with its change sent to somebody else. */
const stolen = writeDraft({
  ...goodDraft,
  outputs: goodDraft.outputs.map((output) =>
    output.address === myAddress ? { ...output, address: strangerAddress } : output,
  ),
});
const { parents: _proofs, ...unproven } = goodBundle;
const { inputs: _told, ...unknown } = unproven;

describe.concurrent('touchstone inspect', () => {
  it('passes a good trade and says what it does', async () => {
    const { code, json } = await answered(goodBundle);
    expect(json).toEqual({
      txHash: hashOf(goodBundle.tx),
      verdict: 'pass',
      findings: [],
      effect: {
        net: [{ unit: 'lovelace', quantity: '-104200000' }],
        complete: true,
        fee: '200000',
        batcherFees: '1800000',
        totalCost: '2000000',
        deposits: '2200000',
        recipients: [],
        change: [{ unit: 'lovelace', quantity: '495800000' }],
        comesBack: '2200000',
        collateralAtRisk: '0',
        minimumReceived: { unit: GEM, quantity: '831600' },
        validFrom: null,
        validUntil: { slot: 50_003_300, time: '2024-01-19T23:18:20+05:30' },
        inputsProven: true,
        ownSigners: [PAYMENT],
        foreignSigners: [],
        rulesRun: expect.arrayContaining(['D1', 'R3', 'V1', 'V6', 'F7']) as unknown,
      },
      orders: [
        {
          output: 0,
          exchange: 'EXA',
          scriptHash: orderScript,
          address: orderAddress,
          amounts: [{ unit: 'lovelace', quantity: '104000000' }],
          understood: true,
          form: 'practice',
          owner: { paymentKeyHash: PAYMENT, stakeKeyHash: STAKE },
          cancelKey: null,
          wanted: GEM,
          minimumReceived: '831600',
          batcherFee: '1800000',
          deposit: '2200000',
          proceedsTo: myAddress,
        },
      ],
    });
    expect(code).toBe(0);
  });

  it('warns where the inputs are reported but not proven, or not known, and the time is not known', async () => {
    const { tipSlot: _time, ...timeless } = unproven;
    const [told, missing, untimed] = await Promise.all([unproven, unknown, timeless].map(answered));
    expect(told).toMatchObject({ code: 3, json: { verdict: 'warn', effect: { inputsProven: false } } });
    expect(told?.json.findings).toMatchObject([{ rule: 'R2', severity: 'warn' }]);
    expect(missing).toMatchObject({ code: 3, json: { verdict: 'warn', effect: { complete: false } } });
    expect(missing?.json.findings).toContainEqual(expect.objectContaining({ rule: 'R1', severity: 'warn' }));
    expect(untimed).toMatchObject({ code: 3, json: { verdict: 'warn' } });
  });

  it('blocks a theft', async () => {
    const { code, json } = await answered({ ...goodBundle, tx: stolen });
    expect({ code, verdict: json.verdict }).toEqual({ code: 4, verdict: 'block' });
    expect(json.findings).toContainEqual(expect.objectContaining({ rule: 'V3', severity: 'block' }));
  });

  it('blocks when more is reported of an input than its transaction proves, or of one that there is not', async () => {
    const [input] = goodBundle.inputs;
    const more = { ...input, amount: [{ unit: 'lovelace', quantity: '600000001' }] };
    const elsewhere = { ...input, address: strangerAddress };
    const draft = {
      ...goodDraft,
      inputs: goodDraft.inputs.map((reference) => reference.replace('#0', '#7')),
    };
    const [value, address, absent, unrelated] = await Promise.all(
      [
        { ...goodBundle, inputs: [more] },
        { ...goodBundle, inputs: [elsewhere] },
        { ...goodBundle, tx: writeDraft(draft), inputs: [{ ...input, index: 7 }] },
        { ...goodBundle, inputs: [input, { ...more, index: 7 }] },
      ].map(answered),
    );
    const finding = (message: RegExp): object => ({
      rule: 'R2',
      severity: 'block',
      message: expect.stringMatching(message) as unknown,
    });
    expect(value).toMatchObject({ code: 4, json: { verdict: 'block' } });
    expect(value?.json.findings).toEqual([finding(/a different value/)]);
    expect(value?.json.effect).toMatchObject({ inputsProven: true, net: [{ quantity: '-104200000' }] });
    expect(address?.json.findings).toEqual([finding(/a different address/)]);
    expect(absent?.code).toBe(4);
    expect(absent?.json.findings).toContainEqual(finding(/does not exist/));
    expect(unrelated?.code).toBe(0);
  });

  it('judges without an intent what can be judged without one', async () => {
    const { intent: _intent, ...nothingWanted } = goodBundle;
    const any = { ...goodBundle, intent: { kind: 'any' } };
    const [without, asAny, theft] = await Promise.all(
      [nothingWanted, any, { ...nothingWanted, account: {}, parents: ['00'], inputs: [] }].map(answered),
    );
    expect(without).toEqual(asAny);
    expect(without).toMatchObject({ code: 0, json: { verdict: 'pass', orders: [{ understood: true }] } });
    expect(theft?.code).toBe(3);
    expect(theft?.json.findings).toContainEqual(
      expect.objectContaining({
        rule: 'R2',
        severity: 'info',
        message: expect.stringContaining('cannot be read') as unknown,
      }),
    );
  });

  it('refuses anything that is not a transaction, with its hash where a body can be seen', async () => {
    const { tx } = goodBundle;
    const unknownField = `84bf181e00ff${tx.slice(-6)}`;
    const [cut, noHex, longer, field, three] = await Promise.all(
      [tx.slice(0, -2), 'not hex', `${tx}00`, unknownField, `83${tx.slice(2, -4)}f6`].map((bytes) =>
        answered({ ...goodBundle, tx: bytes }),
      ),
    );
    for (const one of [cut, noHex, longer, field, three])
      expect(one).toMatchObject({ code: 4, json: { verdict: 'block', effect: {}, orders: [] } });
    const refusal = (rule: string): object[] => [
      { rule, severity: 'block', message: expect.stringMatching(/\.$/) as unknown },
    ];
    for (const one of [cut, noHex, longer]) {
      expect(one?.json.findings).toEqual(refusal('D1'));
      expect(one?.json.txHash).toBeNull();
    }
    expect(field?.json.findings).toEqual(refusal('D2'));
    expect(field?.json.txHash).toMatch(/^[0-9a-f]{64}$/);
    expect(three?.json.findings).toEqual(refusal('D1'));
    expect(three?.json.txHash).toBe(hashOf(tx));
  });

  it('says it to people with the verdict first and the hash last', async () => {
    const [good, bad] = await Promise.all([inspect(goodBundle), inspect({ ...goodBundle, tx: stolen })]);
    const lines = good.stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^PASS/);
    expect(lines[1]).toMatch(/^You send 100 ADA\./);
    expect(lines.at(-1)).toBe(`Transaction: ${hashOf(goodBundle.tx)}`);
    expect(good.stdout).toContain('-104.2 ADA');
    expect(good.stdout).toContain(myAddress);
    expect(bad.stdout).toMatch(/^BLOCK[^]*blocks +V3 /);
    expect(bad.stdout).toContain(`Paid to ${strangerAddress}: 495.8 ADA`);
  });

  it('writes no character to a terminal that steers it', async () => {
    const escape = '\u001b[2J\u202e';
    const bundle = { ...goodBundle, tx: goodBundle.tx + escape, network: 'preprod' };
    const spoken = await Promise.all([
      inspect(bundle),
      inspect(`{"network":"${escape}"`),
      inspect({ ...goodBundle, network: escape }),
    ]);
    for (const { stdout, stderr } of spoken) expect(stdout + stderr).not.toMatch(/[^\n\x20-\x7e\u2026]/);
  });
});

describe.concurrent('a bundle that cannot be read', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['no JSON', 'network: mainnet', 'bundle-not-json', /not JSON/],
    ['an empty file', '', 'bundle-not-json', /it is empty/],
    [
      'a number for a quantity',
      { ...goodBundle, intent: { ...goodBundle.intent, amountIn: 100_000_000 } },
      'bundle-malformed',
      /intent\.amountIn: .*lose digits/,
    ],
    ['too much', ' '.repeat(8 * 1024 * 1024 + 1), 'bundle-too-large', /8 megabytes/],
  ])('%s: exit code 2, in words and as an object', async (_name, bundle, code, message) => {
    const [told, spoken] = await Promise.all([inspect(bundle, '--json'), inspect(bundle)]);
    expect(told).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(told.stdout)).toEqual({
      error: { code, message: expect.stringMatching(message) as unknown },
    });
    expect(spoken).toMatchObject({ code: 2, stdout: '' });
    expect(spoken.stderr).toMatch(message);
  });

  test('a file that is not there, a folder, and no file at all', async () => {
    const absent = await place.run(['inspect', '--bundle', place.path('absent.json'), '--json']);
    expect(absent.code).toBe(2);
    expect(absent.stdout).toMatch(/"bundle-unreadable".*ENOENT/);
    expect(await place.run(['inspect', '--bundle', place.folder])).toMatchObject({ code: 2, stdout: '' });
    expect((await place.run(['inspect'])).stderr).toMatch(/--bundle is needed/);
  });

  test('a byte order mark is no mistake', async () => {
    expect((await answered(`\uFEFF${JSON.stringify(goodBundle)}`)).code).toBe(0);
  });
});

describe('bundles on standard input', () => {
  const good = JSON.stringify(goodBundle);
  const warned = JSON.stringify(unproven);
  const blocked = JSON.stringify({ ...goodBundle, tx: stolen });

  test.each<[string, readonly string[], number, readonly (string | undefined)[]]>([
    ['passing', [good, good], 0, ['pass', 'pass']],
    ['with a warning', [good, warned, good], 3, ['pass', 'warn', 'pass']],
    ['with a block', [blocked, warned, '', '  ', good], 4, ['block', 'warn', 'pass']],
    ['with one that cannot be read', [blocked, '{"network":', good], 2, ['block', undefined, 'pass']],
  ])('%s are answered one line each; the exit code is the worst', async (_name, lines, code, verdicts) => {
    const ended = await inspectLines(lines);
    expect(ended.answers.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(ended.code).toBe(code);
  });

  test('what cannot be read is reported with its line, and the next ones are judged', async () => {
    const long = 'x'.repeat(9 * 1024 * 1024);
    const { answers, code } = await inspectLines(['', 'nothing', long, good]);
    expect(answers).toMatchObject([
      { error: { code: 'bundle-not-json', message: expect.stringMatching(/^Line 2: /) as unknown } },
      { error: { code: 'bundle-too-large', message: expect.stringMatching(/^Line 3: /) as unknown } },
      { verdict: 'pass', txHash: hashOf(goodBundle.tx) },
    ]);
    expect(code).toBe(2);
  });

  test('nothing at all is no pass', async () => {
    expect(await inspectLines(['', ''])).toEqual({ answers: [], code: 2 });
  });

  test('each is answered before the next one comes, and a last line needs no end', async () => {
    const batch = new InspectBatch();
    for (const [line, verdict] of [
      [good, 'pass'],
      [blocked, 'block'],
    ] as const) {
      await batch.send(`${line}\n`);
      expect((await batch.answer())?.verdict).toBe(verdict);
    }
    await batch.send(good);
    expect(await batch.end()).toMatchObject({ answers: [{ verdict: 'pass' }], code: 4 });
  });

  test('a thousand, read only as fast as their answers are taken', async () => {
    const { answers, code } = await inspectLines(new Array<string>(1_000).fill(good));
    expect(answers).toHaveLength(1_000);
    expect(answers.every(({ verdict }) => verdict === 'pass')).toBe(true);
    expect(code).toBe(0);
  });
});
