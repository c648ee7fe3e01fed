import type { ValueFault } from '#contract/analysis/analysis.ts'
import {
  type Comparison,
  isUnverified,
  type QualityFigures,
  type QualityVersion,
  type Share,
  type Spread,
  valueStates,
} from '#contract/analysis/analysis-quality.ts'
import { formatCount, formatDecimal, formatPercent } from '#web/lib/numbers.ts'
import { type PartStyle, partStyles } from '#web/ui/chart-bars.tsx'
import type { Tone } from '#web/ui/tone.ts'

export type QualityGroup = 'confirmed' | 'corrected' | 'rejected' | 'unverified' | 'waiting'

/** From the bottom of a bar to its top. */
export const groups: QualityGroup[] = [
  'confirmed',
  'corrected',
  'rejected',
  'unverified',
  'waiting',
]

export const groupStyles: Record<QualityGroup, PartStyle & { word: string }> = {
  confirmed: { word: 'Confirmed', ...partStyles.green },
  corrected: { word: 'Corrected', ...partStyles.blue },
  rejected: { word: 'Rejected', ...partStyles.red },
  unverified: { word: 'Unverified', ...partStyles.amber },
  waiting: { word: 'Waiting', ...partStyles.neutral },
}

export function countGroup({ states }: QualityFigures, group: QualityGroup) {
  if (group !== 'unverified') return states[group]
  return valueStates.filter(isUnverified).reduce((sum, state) => sum + states[state], 0)
}

const reasonLabels: Record<ValueFault, string> = {
  'not-asked': 'not requested',
  twice: 'several values',
  'out-of-range': 'out of range',
  'no-quote': 'no quote',
  'not-found': 'quote not found',
  'too-short': 'quote too short',
  'not-clients': 'not the client’s words',
  'not-heard': 'not heard',
  changed: 'word changed',
  contradicted: 'different number said',
  instruction: 'contains an instruction',
  'no-reason': 'no strain quoted',
  far: 'inferred, far from the last values',
}

/** "4 no quote, 1 out of range": why values are unverified, most frequent first. */
export const formatReasons = ({ states }: QualityFigures) =>
  valueStates
    .filter(isUnverified)
    .filter((fault) => states[fault] > 0)
    .toSorted((a, b) => states[b] - states[a])
    .map((fault) => `${formatCount(states[fault])} ${reasonLabels[fault]}`)

/** '44%', or '<1%' for small shares above zero. */
export const formatPart = (some: number, all: number) =>
  some > 0 && some / all < 0.005 ? '<1%' : formatPercent(all ? (100 * some) / all : 0)

/** '75%, between 53% and 89%'; undefined for too few values. */
export const formatShare = ({ share, from, to }: Share) =>
  share === null || from === null || to === null
    ? undefined
    : {
        share: formatPercent(100 * share),
        between: `${formatPercent(100 * from)} to ${formatPercent(100 * to)}`,
      }

export const formatSpread = ({ quarter, median, threeQuarters }: Spread, unit = '') => ({
  median: `${formatDecimal(median)}${unit}`,
  between: `${formatDecimal(quarter)} to ${formatDecimal(threeQuarters)}${unit}`,
})

export const toPercent = ({ quarter, median, threeQuarters }: Spread): Spread => ({
  quarter: 100 * quarter,
  median: 100 * median,
  threeQuarters: 100 * threeQuarters,
})

/** 'Version 3', with the template's name unless that is shown elsewhere. */
export const formatVersionName = ({ name, versionNumber, isBuiltIn }: QualityVersion) =>
  isBuiltIn
    ? 'Built-in rules'
    : versionNumber === null
      ? (name ?? 'No longer known')
      : `Version ${versionNumber}`

export function formatComparison(
  compared: Comparison | null,
  before: QualityVersion['before'],
): { words: string; tone: Tone } | undefined {
  if (compared === null || !before) return undefined
  const than = `than version ${before.versionNumber}`
  return {
    worse: { words: `Worse ${than}`, tone: 'red' as const },
    better: { words: `Better ${than}`, tone: 'green' as const },
    unclear: { words: 'No clear difference', tone: 'neutral' as const },
    'too-few': { words: 'Too few values', tone: 'neutral' as const },
  }[compared]
}

/** Sentences about what a version does worse than the previous one. */
export function formatWarnings({ figures, before }: QualityVersion): string[] {
  if (!figures || !before) return []
  const than = `than with version ${before.versionNumber}`
  return [
    ...(figures.confirmed.compared === 'worse'
      ? [`A smaller share of decided values was confirmed ${than}.`]
      : []),
    ...(figures.shown.compared === 'worse'
      ? [`A smaller share of values is backed by a client quote ${than}.`]
      : []),
  ]
}
