/**
 * The page's `default` Trusted Types policy: text without markup passes, everything that could be parsed as markup or
 * run as a script is refused. It must be the first thing that the page runs.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', {
  createHTML(text) {
    if (/[<&]/.test(text)) throw new TypeError('markup is refused');
    return text;
  },
  createScript() {
    throw new TypeError('scripts from text are refused');
  },
  createScriptURL() {
    throw new TypeError('scripts from addresses are refused');
  },
});
