import { sql } from 'kysely'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import { grantAllConsents } from '../features/consents/consents.queries.ts'
import { newId } from '../platform/ids.ts'
import type { Db } from '../platform/db/db.ts'
import { dayAt, daysBefore, type Moment, numbers } from './dates.ts'
import { listCoaches, reasons } from './plans.ts'
import { firstNames, lastNames } from './names.ts'

/** Number of participants; the headcount is in people.ts. */
const size = 156
/** Days between two sessions. */
const intervalDays = 21

type Participant = {
  userId: string
  clientId: string
  firstName: string
  lastName: string
  /** Days since joining. */
  days: number
  /** Strain when joining, 0 to 100. */
  strain: number
}

/**
 * The clients of an organization that is large enough for meaningful figures: strain is high in spring and then falls
 * month by month. Inserted with few statements, as there are many rows.
 */
export async function insertLargeOrganization(
  db: Db,
  {
    organizationId,
    coachIds,
    passwordHash,
    emailOf,
  }: {
    organizationId: string
    coachIds: readonly string[]
    passwordHash: string
    emailOf: (person: { firstName: string; lastName: string }) => string
  },
  moment: Moment,
) {
  const types = await db
    .selectFrom('sessionDefinition')
    .select('id')
    .orderBy('displayOrder')
    .execute()
  const [intake, weekly] = types
  const people = listPeople()
  await insert(
    db,
    'user',
    people.map((it) => ({
      id: it.userId,
      email: emailOf(it),
      first_name: it.firstName,
      last_name: it.lastName,
      roles: ['client_user'],
      organization_id: organizationId,
      password_hash: passwordHash,
      created_at: daysBefore(moment.now, it.days),
    })),
  )
  await insert(
    db,
    'client',
    people.map((it, index) => ({
      id: it.clientId,
      user_id: it.userId,
      organization_id: organizationId,
      status: 'active',
      coach_id: coachIds[index % coachIds.length],
      created_at: daysBefore(moment.now, it.days),
    })),
  )
  await grantAllConsents(
    db,
    // Some have not decided yet.
    people.filter((_, index) => index % 12 !== 0).map(({ clientId }) => clientId),
    new Date(daysBefore(moment.now, 7)),
  )
  const authors = await listCoaches(
    db,
    people.map(({ clientId }) => clientId),
  )
  const weeks = people.flatMap((it, index) => makeWeeks(it, index, moment))
  await insert(
    db,
    'session',
    weeks.map(({ clientId, at, isPast, isFirst }) => ({
      id: newId(),
      client_id: clientId,
      session_date: at,
      created_at: at,
      session_definition_id: isFirst ? intake?.id : weekly?.id,
      completed_at: isPast ? at : null,
    })),
  )
  await insert(
    db,
    'burnout_assessment',
    weeks
      .filter((it) => it.isPast)
      .map(({ clientId, at, weekNumber, level }, index) => ({
        id: newId(),
        client_id: clientId,
        week_number: weekNumber,
        risk_score: level,
        reason: reasons[index % reasons.length],
        author_id: authors.get(clientId),
        created_at: at,
      })),
  )
}

function listPeople(): Participant[] {
  const random = numbers(41)
  return Array.from({ length: size }, (_, index) => ({
    userId: newId(),
    clientId: newId(),
    // Forty of each; no combination occurs twice.
    firstName: firstNames[index % firstNames.length] ?? '',
    lastName:
      lastNames[(index + 7 * Math.floor(index / firstNames.length)) % lastNames.length] ?? '',
    // Most joined at the start, the others month by month.
    days: index < 128 ? 205 + (index % 40) : 20 + (index - 128) * 4.5,
    strain: 12 + 78 * random(),
  }))
}

/** Sessions, each with its assessment, and the next one. */
function makeWeeks({ clientId, days, strain }: Participant, index: number, moment: Moment) {
  const random = numbers(index + 301)
  const createdAt = daysBefore(moment.now, days)
  const { timeZone } = moment
  const first = Math.floor(days) - 1 - (index % 5)
  // Some have stopped; the others have a next session.
  const until = index % 8 === 5 ? 40 : -intervalDays
  const count = Math.max(1, Math.ceil((first - until) / intervalDays))
  return Array.from({ length: count }, (_, session) => {
    const ago = first - session * intervalDays
    const date = dayAt(moment, -ago, 8 + (index % 8))
    const isPast = date.getTime() < moment.now.getTime()
    const level = strain - 14 * (session / 10) + load(ago) + 9 * (random() - 0.5)
    return {
      clientId,
      at: date.toISOString(),
      isPast,
      isFirst: session === 0,
      weekNumber: weekNumberAt(date, { createdAt, timeZone }),
      level: Math.round(Math.min(96, Math.max(6, level))),
    }
  })
}

/** Strain from the organization itself: high in the hard months, then falling. */
const load = (daysAgo: number) => 16 * Math.min(1, Math.max(0, daysAgo / 130)) - 6

/** Inserts all rows with one statement. */
async function insert(db: Db, table: string, rows: Record<string, unknown>[]) {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((it) => sql.id(it)))
  await sql`
    insert into ${sql.id(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(db)
}
