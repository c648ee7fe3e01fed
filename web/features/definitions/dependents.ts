import type { CascadeKind } from '#contract/definitions.ts'
import { formatCount } from '#web/lib/numbers.ts'

const words: Record<CascadeKind, readonly [one: string, many: string]> = {
  metrics: ['metric', 'metrics'],
  values: ['value in the plans', 'values in the plans'],
  earlierValues: ['value that was changed since', 'values that were changed since'],
  sessions: ['session, with what was said in it', 'sessions, with what was said in them'],
  recordings: ['recording', 'recordings'],
  assessments: ['burnout risk that was found', 'burnout risks that were found'],
  sessionMetrics: ['session metric', 'session metrics'],
  assignments: ['home assignment', 'home assignments'],
}

type Dependents = readonly { what: CascadeKind; count: number }[]

/** '1,204 values in the plans': what would go with a definition, without what there is none of. */
export const formatDependents = (going: Dependents) =>
  going
    .filter((it) => it.count > 0)
    .map((it) => `${formatCount(it.count)} ${words[it.what][it.count === 1 ? 0 : 1]}`)

export const countDependents = (going: Dependents) => going.reduce((sum, it) => sum + it.count, 0)
