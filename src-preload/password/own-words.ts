const APPLICATION = `
  touchstone practice live mainnet preprod preview testnet wallet vault keystore token spending password passphrase
  backup trading trader terminal swap stake staking`;
const CHAIN = `
  cardano ada lovelace hoskinson charles byron shelley goguen basho voltaire alonzo vasil chang plutus hydra ouroboros
  daedalus yoroi eternl nami lace typhon vespr iohk emurgo intersect catalyst blockfrost koios blockchain crypto bitcoin
  ethereum hodl moon tothemoon lambo satoshi nakamoto defi stablecoin memecoin`;
const EXCHANGES_AND_TOKENS = `
  minswap sundaeswap sundae wingriders muesliswap vyfi splash spectrum dexhunter snek hosky djed shen iusd usdm usda
  indigo indy liqwid wmtx nmkr copi agix iagon lenfi optim aada meld milk charli3 empowa amber`;

/** Words that whoever guesses a password of this application tries first; general dictionaries lack most of them. */
export const OWN_WORDS: readonly string[] = [APPLICATION, CHAIN, EXCHANGES_AND_TOKENS].flatMap((list) =>
  list.trim().split(/\s+/),
);
