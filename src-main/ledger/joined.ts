import { failure } from '#domain/failure.ts';
import { failed, ok } from '#domain/result.ts';
import type { Ledger, StatedClock } from '../ports/ledger.ts';
import type { BackEnd } from './ledger-read.ts';
import type { SubmitApi } from './submit-api/client.ts';
import { orHadBefore } from './submission.ts';

/**
 * A back-end of the present (unspent outputs, parameters, submission) with the past that another one has. Both must be on
 * one network, and the chain ends where the shorter of them ends: what the second does not know yet is not past.
 * Failures: `wrong-network`, those of either.
 */
export function completed(first: Ledger & StatedClock, second: BackEnd): Ledger & StatedClock {
  return {
    async network(signal) {
      const [found, other] = await Promise.all([first.network(signal), second.network(signal)]);
      if (!found.ok || !other.ok) return found.ok ? other : found;
      return found.value === other.value
        ? found
        : failed(failure('wrong-network', { found: other.value, expected: found.value }));
    },
    async tip(signal) {
      const [tip, other] = await Promise.all([first.tip(signal), second.tip(signal)]);
      if (!tip.ok || !other.ok) return tip.ok ? other : tip;
      // Neither may hurry the chain on, by its height or by its slot: a trade would seem to have expired.
      const earlier = other.value.slot < tip.value.slot ? other.value : tip.value;
      return ok({ ...earlier, height: Math.min(tip.value.height, other.value.height) });
    },
    parameters: (signal) => first.parameters(signal),
    utxos: (address, signal) => first.utxos(address, signal),
    utxosAt: (addresses, signal) => first.utxosAt(addresses, signal),
    accountAddresses: (rewardAddress, signal) => second.accountAddresses(rewardAddress, signal),
    submit: (cbor, signal, txHash) => first.submit(cbor, signal, txHash),
    scriptOutputs: (scripts, asset, signal) => second.scriptOutputs(scripts, asset, signal),
    inclusion: (txHash, signal) => second.inclusion(txHash, signal),
    transaction: (txHash, signal, spendersOf) => second.transaction(txHash, signal, spendersOf),
    transactionCbor: (txHash, signal) => second.transactionCbor(txHash, signal),
    transactions: (address, limit, signal) => second.transactions(address, limit, signal),
    datum: (hash, signal) => second.datum(hash, signal),
    asset: (id, signal) => second.asset(id, signal),
    clockOffset: () => first.clockOffset() ?? second.clockOffset(),
  };
}

/** A back-end whose transactions go by way of a node's submit API. It is still asked whether it had one before. */
export function submittingBy(first: BackEnd, submitApi: SubmitApi): Ledger & StatedClock {
  return {
    network: (signal) => first.network(signal),
    tip: (signal) => first.tip(signal),
    parameters: (signal) => first.parameters(signal),
    utxos: (address, signal) => first.utxos(address, signal),
    utxosAt: (addresses, signal) => first.utxosAt(addresses, signal),
    accountAddresses: (rewardAddress, signal) => first.accountAddresses(rewardAddress, signal),
    scriptOutputs: (scripts, asset, signal) => first.scriptOutputs(scripts, asset, signal),
    inclusion: (txHash, signal) => first.inclusion(txHash, signal),
    transaction: (txHash, signal, spendersOf) => first.transaction(txHash, signal, spendersOf),
    transactionCbor: (txHash, signal) => first.transactionCbor(txHash, signal),
    transactions: (address, limit, signal) => first.transactions(address, limit, signal),
    datum: (hash, signal) => first.datum(hash, signal),
    asset: (id, signal) => first.asset(id, signal),
    clockOffset: () => first.clockOffset(),
    async submit(cbor, signal, txHash) {
      const sent = await submitApi.submit(cbor, signal);
      return orHadBefore(sent, txHash, (hash) => first.hasTransaction(hash, signal));
    },
  };
}
