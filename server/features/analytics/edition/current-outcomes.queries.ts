import { sql } from 'kysely'
import { findChanges } from '#contract/rules/reliable-change.ts'
import type { Instrument } from '#contract/questionnaires/instruments.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ClientCounts } from './edition.ts'

type Outcome = Pick<ClientCounts, 'measured' | 'isBetter' | 'sessionsUntil'>

/** Scored questionnaires of one client, with the sessions that were held until then. */
export type Answered = Parameters<typeof findChanges>[0][number] & { sessions: number }

export const noOutcome: Outcome = { measured: null, isBetter: null, sessionsUntil: null }

/** Outcomes of clients who answered an instrument with a reliable change at least twice, at last after `since`. */
export async function listOutcomes(
  db: Db,
  clientIds: readonly string[],
  { since, now }: { since: string; now: string },
) {
  const rows = await db
    .selectFrom('questionnaire')
    .innerJoin('instrumentVersion', 'instrumentVersion.id', 'questionnaire.instrumentVersionId')
    .select(['questionnaire.id', 'questionnaire.clientId', 'questionnaire.score'])
    .select('questionnaire.completedAt as endedAt')
    .select(
      sql<Pick<Instrument, 'key' | 'reliableChange' | 'isMoreBetter'>>`
        instrument_version.content - '{answers,items}'::text[]`.as('instrument'),
    )
    .select(
      sql<number>`(select count(*) from session where client_id = questionnaire.client_id
        and archived_at is null and session_date <= questionnaire.completed_at)`.as('sessions'),
    )
    .where('questionnaire.clientId', '=', sql<string>`any(${clientIds}::uuid[])`)
    .where('questionnaire.completedAt', '<=', now)
    .where('questionnaire.score', 'is not', null)
    .where(sql<boolean>`instrument_version.content ? 'reliableChange'`)
    .execute()
  const answered = rows.map(({ instrument: { key, reliableChange, isMoreBetter }, ...it }) => ({
    ...it,
    instrument: {
      key,
      reliableChange: reliableChange ?? null,
      isMoreBetter: isMoreBetter ?? false,
    },
  }))
  return new Map(
    [...Map.groupBy(answered, (it) => it.clientId)].map(([id, own]): [string, Outcome] => [
      id,
      findOutcome(own, since),
    ]),
  )
}

/** Better: reliably so by the latest questionnaire of an instrument against its first, and by none reliably worse. */
export function findOutcome(answered: readonly Answered[], since: string): Outcome {
  const changes = findChanges(answered)
  const compared = answered
    .flatMap(({ id, endedAt, ...it }) => {
      const change = changes.get(id)?.sinceFirst
      return change && endedAt ? [{ ...it, ...change, at: Date.parse(endedAt), endedAt }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  const latest = [...new Map(compared.map((it) => [it.instrument.key, it])).values()].filter(
    ({ at }) => at > Date.parse(since),
  )
  const last = compared.at(-1)
  if (!last || latest.length === 0) return noOutcome
  const reliable = latest.filter(({ isReliable }) => isReliable)
  const isBetter = reliable.length > 0 && reliable.every((it) => it.isBetter)
  const first = compared.find((it) => it.isReliable && it.isBetter)
  return {
    measured: last.endedAt,
    isBetter,
    sessionsUntil: isBetter ? (first?.sessions ?? null) : null,
  }
}
