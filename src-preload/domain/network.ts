/** A Cardano network. Practice runs on `preprod` addresses, on their own ledger. */
export type NetworkName = 'mainnet' | 'preprod' | 'preview';

/** A network as it is named to the user: nobody takes a testnet for the one where money is real. */
export function networkWords(name: NetworkName): string {
  return name === 'mainnet' ? 'mainnet' : `${name} testnet`;
}

/** The network id in addresses and in body field 15: 1 for mainnet, 0 for every test network (CIP-19). */
export function networkId(name: NetworkName): 0 | 1 {
  return name === 'mainnet' ? 1 : 0;
}

interface SlotAnchor {
  readonly unixSeconds: number;
  readonly slot: number;
}

/** First Shelley slot of each network and its time; since then a slot lasts one second. */
const anchors: Record<NetworkName, SlotAnchor> = {
  mainnet: { unixSeconds: 1_596_059_091, slot: 4_492_800 },
  preprod: { unixSeconds: 1_655_769_600, slot: 86_400 },
  preview: { unixSeconds: 1_666_656_000, slot: 0 },
};

/** Unix seconds at which a slot begins. */
export function slotToUnix(name: NetworkName, slot: number): number {
  return anchors[name].unixSeconds + slot - anchors[name].slot;
}

/** The slot that holds a unix time. */
export function unixToSlot(name: NetworkName, unixSeconds: number): number {
  return anchors[name].slot + Math.floor(unixSeconds) - anchors[name].unixSeconds;
}
