import { sql } from 'kysely'
import { isConsentGiven } from '../../../platform/consent.ts'
import type { ValueCheck } from '#contract/plans/plan-values.ts'

/** Review status of an analysis value, with `analysis_value` joined; null for other values. */
export const valueCheck = sql<ValueCheck | null>`case when analysis_value.id is not null then coalesce(analysis_value.decision,
  case when analysis_value.is_inferred then 'inferred' else 'not-confirmed' end) end`

const isWithdrawn = (clientId: string) =>
  sql`${isConsentGiven(clientId, 'analysis')} is false or ${isConsentGiven(clientId, 'outside_analysis')} is false`

/**
 * How an analysis found a value, with `analysis_value` joined as `found` and its reviewer as `decider`; null for other
 * values. Quotes are for those who may change the plan.
 */
export const foundBy = ({ clientId, mayChange }: { clientId: string; mayChange: boolean }) => sql`
  case when found.id is not null then jsonb_build_object(
    'sessionId', found.session_id, 'machineValue', found.machine_value, 'decision', found.decision,
    'decidedBy', decider.name, 'decidedAt', to_json(found.decided_at),
    'quotes', case when ${mayChange} then found.quotes else '[]' end,
    'isWithdrawnSince', ${isWithdrawn(clientId)}) end`
