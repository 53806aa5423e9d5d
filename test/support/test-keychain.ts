/** Where tests keep keychain entries: never among the user's own. */
export const TEST_KEYCHAIN = 'Touchstone test';
