import { sql } from 'kysely'
import {
  type CoachSuggestion,
  maxSuggestions,
  suggestedDays,
} from '#contract/clients/coach-suggestions.ts'
import { defaultSessionMinutes } from '#contract/definitions/session-definition.ts'
import { dayMs } from '#contract/rules/calendar.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { findFreeTimes } from '../../availability/agenda.ts'
import { readAgenda } from '../../availability/free-times.ts'

type Candidate = Omit<CoachSuggestion, 'nextFreeAt' | 'freeTimes' | 'awayFrom'>

/** Coaches whose free times are looked at. */
const maxCandidates = 12

/** Active ones: same country and language first, then those with the fewest clients. */
async function listCandidates(db: Db, clientId: string) {
  const { rows } = await sql<Candidate>`
    select coach.id as "coachId", "user".first_name as "firstName", "user".last_name as "lastName", "user".email,
      (select count(*)::integer from client where client.coach_id = coach.id) as clients,
      case when coach.country = organization.country then coach.country end as country,
      case when exists (
        select from client as other
        where other.coach_id = coach.id and other.id <> client.id
          and other.transcription_language = client.transcription_language
      ) then client.transcription_language end as language
    from client
    left join organization on organization.id = client.organization_id
    cross join coach
    join "user" on "user".id = coach.user_id
    where client.id = ${clientId} and coach.status = 'active' and "user".deactivated_at is null
      and coach.id is distinct from client.coach_id
    order by (coach.country is not distinct from organization.country)::integer + (exists (
        select from client as other
        where other.coach_id = coach.id and other.id <> client.id
          and other.transcription_language = client.transcription_language
      ))::integer desc,
      clients, coach.id
    limit ${maxCandidates}`.execute(db)
  return rows
}

/** Throws not-found for an unknown client. */
export async function suggestCoaches(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  clientId: string,
  now = new Date(),
): Promise<CoachSuggestion[]> {
  await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow(notFound('client'))
  const until = new Date(now.getTime() + suggestedDays * dayMs)
  const found: CoachSuggestion[] = []
  for (const candidate of await listCandidates(db, clientId)) {
    const { coachId } = candidate
    const agenda = await readAgenda(db, { installation, clientId, coachId, from: now, until })
    const times = [
      ...findFreeTimes(agenda, { from: now, until, minutes: defaultSessionMinutes, gapMinutes: 0 }),
    ]
    const [away] = agenda.timeOff.filter(({ startsAt }) => startsAt < until.getTime())
    found.push({
      ...candidate,
      nextFreeAt: times[0] === undefined ? null : new Date(times[0]).toISOString(),
      freeTimes: times.length,
      awayFrom: away?.firstDay ?? null,
    })
  }
  return found
    .toSorted((a, b) => weigh(b) - weigh(a) || a.clients - b.clients)
    .slice(0, maxSuggestions)
}

/** Free times matter most: without one, nothing begins. */
const weigh = ({ country, language, nextFreeAt }: CoachSuggestion) =>
  Number(nextFreeAt !== null) * 4 + Number(country !== null) + Number(language !== null)
