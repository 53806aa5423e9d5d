import { addressKinds, timeKinds } from './address-and-time-kinds.ts';
import type { AttackKind } from './attack-kind.ts';
import { changeKinds } from './change-kinds.ts';
import { datumKinds } from './datum-kinds.ts';
import { encodingKinds } from './encoding-kinds.ts';
import { fieldKinds } from './field-kinds.ts';
import { inputAndCollateralKinds } from './input-and-collateral-kinds.ts';
import { orderKinds } from './order-kinds.ts';
import { orderTrapKinds } from './order-trap-kinds.ts';
import { witnessKinds } from './witness-kinds.ts';

/** Every kind of attack on a transaction before it is signed. */
export const attackKinds: readonly AttackKind[] = [
  ...changeKinds,
  ...orderKinds,
  ...datumKinds,
  ...orderTrapKinds,
  ...fieldKinds,
  ...inputAndCollateralKinds,
  ...addressKinds,
  ...timeKinds,
  ...witnessKinds,
  ...encodingKinds,
];
