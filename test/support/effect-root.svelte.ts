/** Makes something that has effects outside a component. Answers it, and the function that ends its effects. */
export function effectRoot<T>(make: () => T): [T, () => void] {
  let made: { readonly value: T } | undefined;
  const end = $effect.root(() => {
    made = { value: make() };
  });
  if (made === undefined) throw new Error('the effect root did not run');
  return [made.value, end];
}
