import type { CascadeKind } from '#contract/definitions/definitions.ts'
import { formatCount } from '#web/lib/numbers.ts'

const words: Record<CascadeKind, readonly [one: string, many: string]> = {
  metrics: ['metric', 'metrics'],
  values: ['value in plans', 'values in plans'],
  earlierValues: ['earlier value', 'earlier values'],
  sessions: ['session with its transcript', 'sessions with their transcripts'],
  recordings: ['recording', 'recordings'],
  assessments: ['burnout assessment', 'burnout assessments'],
  sessionMetrics: ['session metric', 'session metrics'],
  assignments: ['home assignment', 'home assignments'],
}

type Dependents = readonly { what: CascadeKind; count: number }[]

/** ['1,204 values in plans', '1 recording'], without kinds that have none. */
export const formatDependents = (going: Dependents) =>
  going
    .filter((it) => it.count > 0)
    .map((it) => `${formatCount(it.count)} ${words[it.what][it.count === 1 ? 0 : 1]}`)

export const countDependents = (going: Dependents) => going.reduce((sum, it) => sum + it.count, 0)
