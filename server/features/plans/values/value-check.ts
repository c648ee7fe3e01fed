import { sql } from 'kysely'
import type { ValueCheck } from '#contract/plan-values.ts'

/** What a person said of a value that an analysis found, with `analysed_value` joined to it; null for every other one. */
export const checkOf = sql<ValueCheck | null>`case when analysed_value.id is not null then coalesce(analysed_value.decision,
  case when analysed_value.is_inferred then 'inferred' else 'not-confirmed' end) end`

/**
 * How an analysis found a value, with `analysed_value` joined as `found` and who decided as `decider`; null for every other
 * one. The words it came from are for those who may change the plan.
 */
export const foundBy = ({ clientId, mayChange }: { clientId: string; mayChange: boolean }) => sql`
  case when found.id is not null then jsonb_build_object(
    'sessionId', found.session_id, 'machineValue', found.machine_value, 'decision', found.decision,
    'decidedBy', decider.name, 'decidedAt', to_json(found.decided_at),
    'quotes', case when ${mayChange} then found.quotes else '[]' end,
    'isRefusedSince', exists (select from analysis_refusal where client_id = ${clientId})) end`
