/** How much work a call may be; tests make it little. */
export const FIND_LIMITS = {
  /** Below this many documents with a condition all of them are read and sorted. */
  few: 5000,
  /** The same before more than a first block of an order is read. */
  fewFirst: 1000,
  /** The same of words of files, which cannot be looked up in many documents. */
  fewOfText: 50_000,
  /** The same of the documents of the levels within reach, where neither another condition nor the order likely gives a page for less. */
  fewOfReach: 20_000,
  /** A word is frequent if more than one of `frequentOf` documents among the newest has it. */
  sampled: 200,
  frequentOf: 20,
  /** Blocks that are read along the order for words that more documents have. */
  blocksOfText: 5,
  /** Entries of an order that are read at once: first so many per wanted document, then this number, then up to so many times as many. */
  firstPerWanted: 4,
  block: 2000,
  wider: 10,
  /** Blocks before conditions are counted further, as long as the page is near; blocks behind these, and of one count. */
  blocksNear: 4,
  blocks: 15,
  blocksCounted: 5,
  /** Levels that one statement reads together, and for words of files; and branches of one that looks which levels come first: SQLite takes 500. */
  levelsTogether: 51,
  levelsOfText: 4,
  branches: 450,
};
export type FindLimits = typeof FIND_LIMITS;
