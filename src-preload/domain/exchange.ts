/** An exchange's code as the service writes it, such as `EXA`: the form of any code, typed or received. */
const EXCHANGE_CODE = /^[A-Za-z0-9_.:-]{1,64}$/;

export function isExchangeCode(text: string): boolean {
  return EXCHANGE_CODE.test(text);
}
