/**
 * The whole per cent that are done of `share` (0 to 1), rounded down: 100 means finished. A bar and the number beside it
 * both show this and nothing else, so that neither runs ahead of the other.
 */
export const wholePercent = (share: number) =>
  // 0.29 × 100 is a little less than 29.
  Math.floor(100 * Math.min(1, Math.max(0, share)) + 1e-9)
