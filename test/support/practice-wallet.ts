import CSL from '@emurgo/cardano-serialization-lib-nodejs';

/** Keys of a test wallet from a phrase of random bytes: payment and stake key, and its preprod base address. */
export interface PracticeWallet {
  readonly address: string;
  readonly paymentKeyHash: string;
  readonly stakeKeyHash: string;
  /** CIP-30 witness set (hex) of both keys, or of one, over a transaction's body. */
  sign(cbor: string, which?: 'both' | 'payment' | 'stake'): string;
}

const hardened = (index: number): number => 0x8000_0000 + index;

/**
 * A wallet by CIP-1852 from an entropy of 32 equal bytes, at the address of that index for receiving. Never fund it on a
 * real network.
 */
export function practiceWallet(seed: number, index = 0): PracticeWallet {
  const root = CSL.Bip32PrivateKey.from_bip39_entropy(new Uint8Array(32).fill(seed), new Uint8Array(0));
  const account = root.derive(hardened(1852)).derive(hardened(1815)).derive(hardened(0));
  const payment = account.derive(0).derive(index).to_raw_key();
  const stake = account.derive(2).derive(0).to_raw_key();
  const [paymentHash, stakeHash] = [payment.to_public().hash(), stake.to_public().hash()];
  const address = CSL.BaseAddress.new(
    0,
    CSL.Credential.from_keyhash(paymentHash),
    CSL.Credential.from_keyhash(stakeHash),
  );
  return {
    address: address.to_address().to_bech32(),
    paymentKeyHash: paymentHash.to_hex(),
    stakeKeyHash: stakeHash.to_hex(),
    sign(cbor, which = 'both') {
      const hash = CSL.FixedTransaction.from_hex(cbor).transaction_hash();
      const keys = which === 'both' ? [payment, stake] : [which === 'payment' ? payment : stake];
      const witnesses = CSL.Vkeywitnesses.new();
      for (const key of keys) witnesses.add(CSL.make_vkey_witness(hash, key));
      const set = CSL.TransactionWitnessSet.new();
      set.set_vkeys(witnesses);
      return set.to_hex();
    },
  };
}
