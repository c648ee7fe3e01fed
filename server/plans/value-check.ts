import { sql } from 'kysely'
import type { SessionsAndMetrics } from '#contract/sessions.ts'

/** What a person said of a value that an analysis found, with `analysed_value` joined to it; null for every other one. */
export const checkOf = sql<
  SessionsAndMetrics['metrics'][number]['check']
>`case when analysed_value.id is not null then coalesce(analysed_value.decision, 'not-confirmed') end`
