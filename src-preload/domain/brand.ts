declare const brand: unique symbol;

/** A value of type `T` that only one module may make, so that plain values cannot be passed in its place. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
