/** The watch list that every profile starts with, as it is kept; windows show its name in their own language. */
export const FIRST_LIST = { id: 'first', name: 'Watched' } as const;
