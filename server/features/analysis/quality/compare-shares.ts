import {
  type Comparison,
  minComparedValues,
  type Share,
} from '#contract/analysis/analysis-quality.ts'

/** 95 % confidence. */
const z = 1.96

/** The Wilson interval of `some` out of `all`. */
export function wilsonInterval(some: number, all: number) {
  const share = some / all
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all)
  const half =
    (z / (1 + z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2))
  return { share, from: Math.max(0, middle - half), to: Math.min(1, middle + half) }
}

type Counted = { some: number; all: number }

/** By Newcombe's interval of the difference of two Wilson intervals. */
export function compareShares(now: Counted, before: Counted): Comparison {
  if (now.all < minComparedValues || before.all < minComparedValues) return 'too-few'
  const [a, b] = [wilsonInterval(now.some, now.all), wilsonInterval(before.some, before.all)]
  const difference = a.share - b.share
  if (difference + Math.hypot(a.to - a.share, b.share - b.from) < 0) return 'worse'
  if (difference - Math.hypot(a.share - a.from, b.to - b.share) > 0) return 'better'
  return 'unclear'
}

/** Without a number if it is based on too few values. */
export function estimateShare(now: Counted, before: Counted | undefined): Share {
  const interval =
    now.all < minComparedValues
      ? { share: null, from: null, to: null }
      : wilsonInterval(now.some, now.all)
  return { of: now.all, ...interval, compared: before ? compareShares(now, before) : null }
}
