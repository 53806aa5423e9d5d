import { describe, expect, test } from 'vitest';
import { submitFailure } from '../../../src-main/ledger/ledger-failures.ts';
import { read } from '../../support/vectors.ts';

function refusal(...errors: readonly string[]): string {
  const contents = { kind: 'ShelleyTxValidationError', era: 'ShelleyBasedEraConway', error: errors };
  return JSON.stringify({
    tag: 'TxSubmitFail',
    contents: {
      tag: 'TxCmdTxSubmitValidationError',
      contents: { tag: 'TxValidationErrorInCardanoMode', contents },
    },
  });
}

const utxo = (rule: string): string => refusal(`ConwayUtxowFailure (UtxoFailure (${rule}))`);

test.each([
  [utxo('FeeTooSmallUTxO (Mismatch {supplied = Coin 1, expected = Coin 2})'), 'FeeTooSmallUTxO'],
  [utxo('ValueNotConservedUTxO (MaryValue (Coin 0) (MultiAsset (fromList [])))'), 'ValueNotConservedUTxO'],
  [utxo('OutsideValidityIntervalUTxO (ValidityInterval {}) (SlotNo 5)'), 'OutsideValidityIntervalUTxO'],
  [utxo('BabbageOutputTooSmallUTxO [(1,2)]'), 'BabbageOutputTooSmallUTxO'],
  [refusal('ConwayUtxowFailure (MissingVKeyWitnessesUTXOW (fromList []))'), 'MissingVKeyWitnessesUTXOW'],
  [
    refusal('ConwayCertsFailure (WithdrawalsNotInRewardsCERTS (Withdrawals {}))'),
    'WithdrawalsNotInRewardsCERTS',
  ],
  [refusal('ConwayMempoolFailure "something new"'), 'ConwayMempoolFailure'],
  [
    JSON.stringify({
      tag: 'TxSubmitFail',
      contents: { tag: 'TxCmdTxReadError', contents: ['DecoderErrorDeserialiseFailure "Shelley Tx" (x)'] },
    }),
    'DecoderErrorDeserialiseFailure',
  ],
  [
    'transaction submit error ShelleyTxValidationError ShelleyBasedEraAlonzo (ApplyTxError [UtxowFailure (WrappedShelleyEraFailure (UtxoFailure (FeeTooSmallUTxO (Coin 1) (Coin 0))))])',
    'FeeTooSmallUTxO',
  ],
])('names the rule: %s', (message, rule) => {
  expect(submitFailure(message, '')).toEqual({ code: 'submission-refused', data: { rule } });
});

test.each([
  utxo('BadInputsUTxO (fromList [TxIn (TxId {unTxId = SafeHash "51"}) (TxIx {unTxIx = 1})])'),
  refusal(
    'ConwayUtxowFailure (UtxoFailure (ValueNotConservedUTxO (MaryValue (Coin 0)) (MaryValue (Coin 9))))',
    'ConwayUtxowFailure (UtxoFailure (BadInputsUTxO (fromList [])))',
  ),
  refusal('ConwayMempoolFailure "All inputs are spent. Transaction has probably already been included"'),
  refusal('DijkstraMempoolFailure AllInputsAreSpent'),
  '"transaction submit error (ApplyTxError [UtxowFailure (UtxoFailure (BadInputsUTxO (fromList [])))])"',
])('recognises spent inputs: %s', (message) => {
  expect(submitFailure(message, 'raw').code).toBe('inputs-spent');
});

test.each(['', '{}', '[]', 'null', '{"tag":7}', '"<b>no</b>"', '{"contents":{"contents":[]}}'])(
  'a refusal without a rule is still one: %j',
  (message) => {
    expect(submitFailure(message, 'raw')).toMatchObject({ code: 'submission-refused', detail: 'raw' });
  },
);

describe('collected answers', () => {
  test('of real nodes', () => {
    const { errors } = JSON.parse(read('backends/blockfrost.json')) as {
      errors: Record<string, { message?: string }>;
    };
    const codes = Object.entries(errors)
      .filter(([name]) => name.startsWith('400'))
      .map(([, error]) => submitFailure(error.message ?? '', ''));
    expect(codes).toEqual([
      { code: 'submission-refused', data: { rule: 'DecoderErrorDeserialiseFailure' } },
      { code: 'inputs-spent', data: {} },
      { code: 'inputs-spent', data: {} },
    ]);
  });
});
