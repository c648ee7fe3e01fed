import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import { newId } from '../platform/ids.ts'
import { grantAllConsents } from '../features/consents/consents.queries.ts'
import { hashToken, newToken } from '../platform/keys/keys.ts'
import { demoPassword } from '../features/accounts/sign-in/demo-password.ts'
import { listWhoKnow, recordSeen } from '../features/sessions/known-sessions.queries.ts'
import { hashPassword } from '../features/accounts/sign-in/passwords.ts'
import type { Integration } from '../providers/registry.ts'
import type { Db } from '../platform/db/db.ts'
import { lockUntilCommit } from '../platform/db/advisory-lock.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertTimeOff, saveCoachHours } from '../features/availability/availability.queries.ts'
import { daysBefore, type Moment } from './dates.ts'
import { insertExecutions } from './executions.ts'
import {
  clients,
  coaches,
  demoAccounts,
  formerCoaches,
  getEmail,
  largeCaseloads,
  makeAddress,
  organizations,
} from './people.ts'
import { insertFeedback } from './feedback.ts'
import { insertOutcomes, publishDemoFigures } from './outcomes.ts'
import { insertLargeOrganization } from './large-organization.ts'
import { addAssignmentHistory } from './homework.ts'
import { insertNotes } from './notes.ts'
import { insertPlans } from './plans.ts'
import { insertSessionMetrics } from './session-metrics.ts'
import { insertQuestionnaires } from './questionnaires.ts'
import { insertRecordings } from './recordings.ts'

/**
 * Fills an empty database with users and their plans, up to `now`, in one transaction. The definitions and templates
 * must already exist.
 */
export async function makeDemoData({
  db,
  storage,
  ...moment
}: { db: Db; storage: Integration<'video_storage'> } & Moment) {
  const { now } = moment
  const passwordHash = await hashPassword(demoPassword)
  const largest = await inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'demo data')
    // Another process was faster.
    if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) return undefined
    const organizationIds = await insertOrganizations(tx, now)
    // Whoever looks around has nothing to set up.
    await tx
      .insertInto('setting')
      .values({ name: 'showFirstSteps' satisfies SettingName, value: 'false' })
      .execute()
    const insertUser = userInserter(tx, passwordHash, now)
    for (const { email, role, firstName, lastName } of demoAccounts)
      if (role !== 'coach_user' && role !== 'client_user')
        await insertUser({
          email,
          role,
          firstName,
          lastName,
          organizationId: role === 'org_user' ? organizationIds[0] : null,
        })

    const coachIds: string[] = []
    for (const [index, coach] of coaches.entries()) {
      const { firstName, lastName, city, country, status, bio } = coach
      const userId = await insertUser({
        email: getEmail('coach', index, coach),
        role: 'coach_user',
        firstName,
        lastName,
      })
      const id = newId()
      coachIds.push(id)
      await tx
        .insertInto('coach')
        .values({
          id,
          userId,
          city,
          country,
          status,
          bio,
          joinAddress: `https://whereby.com/maylab-demo-${firstName.toLowerCase()}`,
          place: `${city}, first floor, room ${coachIds.length}`,
          experiencedSince: now.getUTCFullYear() - coach.since,
          createdAt: daysBefore(now, 400),
        })
        .execute()
      if (coachIds.length === 1) await insertAvailability(tx, id, now)
      // Nobody knows its address.
      if (index === 0)
        await tx
          .insertInto('calendarFeed')
          .values({
            ...{ userId, secretHash: hashToken(newToken()), title: 'initials' },
            ...{ createdAt: daysBefore(now, 30), lastFetchedAt: daysBefore(now, 1 / 48) },
          })
          .execute()
    }

    const people = []
    for (const [
      index,
      [firstName, lastName, organization, coach, weeks, story],
    ] of clients.entries()) {
      const organizationId = organization === null ? null : (organizationIds[organization] ?? null)
      // Vary the weekday on which clients start.
      const createdAt = daysBefore(now, weeks * 7 - 2 - (index % 4))
      const email = getEmail('client', index, { firstName, lastName })
      const userId = await insertUser({
        email,
        role: 'client_user',
        firstName,
        lastName,
        organizationId,
        createdAt,
      })
      const id = newId()
      await tx
        .insertInto('client')
        .values({
          id,
          userId,
          organizationId,
          coachId: coach === null ? null : (coachIds[coach] ?? null),
          createdAt,
          status: story === 'paused' ? 'on_leave' : 'active',
        })
        .execute()
      people.push({ id, index, createdAt, story })
    }
    await grantAllConsents(
      tx,
      people.map(({ id }) => id),
      new Date(daysBefore(now, 7)),
    )
    await insertFamily(tx, people[0]?.id ?? '', coachIds[0] ?? '', now)
    await insertFormerCoaches(tx, people, coachIds, now)
    const marked = await insertPlans(tx, people, moment)
    await addAssignmentHistory(tx, people, moment)
    await insertNotes(tx, people, now)
    await insertQuestionnaires(tx, people, moment)
    await insertRecordings(tx, storage, marked)
    await insertExecutions(tx, now)
    await insertSessionMetrics(tx)
    await insertKnownSessions(tx)
    await insertLargeOrganization(
      tx,
      {
        organizationId: organizationIds.at(-1) ?? '',
        coachIds: coachIds.slice(-largeCaseloads.length),
        passwordHash,
        emailOf: makeAddress,
      },
      moment,
    )
    await insertFeedback(tx, moment)
    await insertOutcomes(tx, people[0]?.id ?? '', moment)
    return organizationIds.at(-1)
  })
  if (largest !== undefined) await publishDemoFigures(db, largest, moment)
}

/** Everybody knows of the sessions to come. */
async function insertKnownSessions(tx: Db) {
  const planned = await tx
    .selectFrom('session')
    .select('id')
    .where('sessionDate', '>', sql<string>`now()`)
    .execute()
  const ids = planned.map(({ id }) => id)
  for (const userId of new Set((await listWhoKnow(tx, ids)).map((it) => it.userId)))
    await recordSeen(tx, userId, ids)
}

/** Own hours, and a week off in three weeks. */
async function insertAvailability(tx: Db, coachId: string, now: Date) {
  const ranges = [1, 2, 3, 4].flatMap((weekday) => [
    { weekday, from: '09:00', to: '12:00' },
    { weekday, from: '13:00', to: '17:30' },
  ])
  await saveCoachHours(tx, coachId, { timeZone: 'Europe/Copenhagen', ranges })
  const [firstDay = '', lastDay = ''] = [-21, -27].map((days) => daysBefore(now, days).slice(0, 10))
  await insertTimeOff(tx, { id: newId(), coachId, firstDay, lastDay })
}

async function insertOrganizations(db: Db, now: Date) {
  const rows = organizations.map((it, index) => ({
    ...it,
    id: newId(),
    inviteToken: newToken(),
    inviteSharedAt: daysBefore(now, 300 - index * 40),
    createdAt: daysBefore(now, 300 - index * 40),
  }))
  await db.insertInto('organization').values(rows).execute()
  return rows.map(({ id }) => id)
}

type NewUser = {
  email: string
  role: Role
  firstName: string
  lastName: string
  organizationId?: string | null | undefined
  createdAt?: string
}

function userInserter(db: Db, passwordHash: string, now: Date) {
  return async ({
    role,
    organizationId = null,
    createdAt = daysBefore(now, 310),
    ...person
  }: NewUser) => {
    const id = newId()
    await db
      .insertInto('user')
      .values({
        ...{ ...person, id, roles: [role], organizationId, createdAt, passwordHash },
        emailProvenAt: createdAt,
      })
      .execute()
    return id
  }
}

/** Two children of the first client, each with a plan of their own, outside any organization. */
async function insertFamily(db: Db, guardianId: string, coachId: string, now: Date) {
  const family = [
    ['Nora', 'Daughter', 40],
    ['Elias', 'Son', 12],
  ] as const
  await db
    .insertInto('client')
    .values(
      family.map(([firstName, familyRelation, days]) => ({
        id: newId(),
        guardianId,
        firstName,
        lastName: 'Lindqvist',
        familyRelation,
        coachId,
        createdAt: daysBefore(now, days),
      })),
    )
    .execute()
}

/** Adds the former coaches; the current coach starts when the last one ends. */
async function insertFormerCoaches(
  db: Db,
  people: readonly { id: string; createdAt: string }[],
  coachIds: readonly string[],
  now: Date,
) {
  const began = new Map<string, string>()
  for (const [index, coach, weeksAgo] of formerCoaches) {
    const { id: clientId = '', createdAt = '' } = people[index] ?? {}
    const until = daysBefore(now, weeksAgo * 7)
    await db
      .insertInto('clientCoach')
      .values({
        clientId,
        coachId: coachIds[coach] ?? '',
        since: began.get(clientId) ?? createdAt,
        until,
      })
      .execute()
    began.set(clientId, until)
  }
  for (const [clientId, since] of began) {
    await db
      .updateTable('clientCoach')
      .set({ since })
      .where('clientId', '=', clientId)
      .where('until', 'is', null)
      .execute()
    await db.updateTable('client').set({ coachSince: since }).where('id', '=', clientId).execute()
  }
}
