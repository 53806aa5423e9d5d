/** The watch list that every profile begins with, as it is kept; windows show its name in their language. */
export const FIRST_LIST = { id: 'first', name: 'Watched' } as const;
