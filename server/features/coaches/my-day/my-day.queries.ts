import { sql } from 'kysely'
import type { BriefContent } from '#contract/briefs/briefs.ts'
import {
  type DayBrief,
  type DaySession,
  maxBriefChanges,
  maxUpcomingSessions,
  maxMarkedClients,
  maxRisingClients,
  maxWaitingSessions,
  type MyDay,
  type CoachWork,
  risingRiskDays,
} from '#contract/coaches/my-day.ts'
import { dayMs } from '#contract/rules/calendar.ts'
import { minTrendChange } from '#contract/rules/trend.ts'
import { coachesClient } from '../../../platform/access.ts'
import { burnoutChange, clientRows } from '../../clients/client-rows.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  durationMinutes,
  joinAddress,
  sessionPlace,
  sessionStatus,
} from '../../sessions/session-rows.ts'

/** Only the coach's own clients, even for admins. */
export async function getDay(db: Db, userId: string, from: string): Promise<MyDay> {
  const [clients, marked, sessions, waiting, risingRisk] = await Promise.all([
    countClients(db, userId),
    listMarkedClients(db, userId),
    listSessionsFrom(db, userId, from),
    getWaitingWork(db, userId),
    listRisingClients(db, userId, new Date(Date.now() - risingRiskDays * dayMs)),
  ])
  return { clients, marked, sessions, waiting, risingRisk }
}

async function countClients(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('client')
    .where(coachesClient(userId))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const listMarkedClients = (db: Db, userId: string) =>
  db
    .selectFrom('safetyMark')
    .innerJoin('client', 'client.id', 'safetyMark.clientId')
    .leftJoin('questionnaire', 'questionnaire.id', 'safetyMark.questionnaireId')
    .leftJoin('instrumentVersion', 'instrumentVersion.id', 'questionnaire.instrumentVersionId')
    .select([
      'client.id as clientId',
      'client.name as clientName',
      sql<string>`string_agg(distinct coalesce(instrument_version.content ->> 'shortTitle', 'what was said'), ', ')`.as(
        'about',
      ),
      sql<string>`min(safety_mark.raised_at)`.as('raisedAt'),
    ])
    .where('safetyMark.acknowledgedAt', 'is', null)
    .where((eb) => coachesClient(userId)(eb as never))
    .groupBy('client.id')
    .orderBy('raisedAt')
    .orderBy('client.id')
    .limit(maxMarkedClients)
    .execute()

const ownSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .where((eb) => coachesClient(userId)(eb as never))

const columns = [
  'session.id',
  'session.clientId',
  'session.sessionDate',
  durationMinutes.as('durationMinutes'),
  sessionStatus.as('status'),
  'session.sessionDefinitionId',
  'sessionDefinition.name as sessionDefinitionName',
  'client.name as clientName',
  sql<boolean>`${joinAddress} is not null`.as('isJoinable'),
  sessionPlace.as('place'),
] as const

/** Days from the start of the day on whose sessions come with their brief: today and tomorrow. */
const briefDays = 2

async function listByDate(
  rows: ReturnType<typeof ownSessions>,
  limit: number,
  from?: string,
): Promise<DaySession[]> {
  const until = from && new Date(Date.parse(from) + briefDays * dayMs).toISOString()
  const sessions = await rows
    .leftJoin('sessionBrief', (join) =>
      join
        .onRef('sessionBrief.sessionId', '=', 'session.id')
        .on('sessionBrief.status', '=', 'done')
        .on('session.sessionDate', '<', until ?? '-infinity'),
    )
    .select([...columns])
    .select(sql<BriefContent | null>`session_brief.content`.as('content'))
    .orderBy('session.sessionDate')
    .orderBy('session.id')
    .limit(limit)
    .execute()
  return sessions.map(({ content, ...session }) => ({
    ...session,
    brief: content && summarizeBrief(content),
  }))
}

const summarizeBrief = ({
  burnout,
  metrics,
  due,
  promised,
  questions,
}: BriefContent): DayBrief => ({
  changes: [burnout, ...metrics]
    .filter((it) => it !== null)
    .slice(0, maxBriefChanges)
    .map(({ label, unit, value, week, before, check }) => ({
      ...{ label, unit, value, week, before },
      ...(check !== undefined && { check }),
    })),
  due: due.filter(({ isOverdue }) => !isOverdue).length,
  overdue: due.filter(({ isOverdue }) => isOverdue).length,
  promised: promised.filter(({ isDone }) => !isDone).length,
  questions: questions.length,
})

const listSessionsFrom = (db: Db, userId: string, from: string) =>
  listByDate(
    ownSessions(db, userId)
      .where('session.sessionDate', '>=', from)
      .where('session.archivedAt', 'is', null),
    maxUpcomingSessions,
    from,
  )

/** Counts are separate from the listed sessions, of which there may be thousands. */
async function getWaitingWork(db: Db, userId: string) {
  const isFor = (work: CoachWork) => sql.ref<boolean>(`waitingSession.${work}`)
  const count = (work: CoachWork) => sql<number>`count(*) filter (where ${isFor(work)})`.as(work)
  const first = (work: CoachWork) =>
    listByDate(
      ownSessions(db, userId)
        .innerJoin('waitingSession', 'waitingSession.sessionId', 'session.id')
        .where(isFor(work)),
      maxWaitingSessions,
    )
  const [counts, recording, transcription, conversation] = await Promise.all([
    db
      .selectFrom('waitingSession')
      .innerJoin('client', 'client.id', 'waitingSession.clientId')
      .where((eb) => coachesClient(userId)(eb as never))
      .select([count('recording'), count('transcription'), count('conversation')])
      .executeTakeFirstOrThrow(),
    first('recording'),
    first('transcription'),
    first('conversation'),
  ])
  return {
    recording: { count: counts.recording, sessions: recording },
    transcription: { count: counts.transcription, sessions: transcription },
    conversation: { count: counts.conversation, sessions: conversation },
  }
}

/** Clients whose trend is up by an assessment made since then. */
const listRisingClients = (db: Db, userId: string, since: Date) =>
  clientRows(db)
    .select('client.name as clientName')
    .where((eb) => coachesClient(userId)(eb as never))
    .where(burnoutChange, '>=', minTrendChange)
    .where(
      sql<string>`(
        select created_at from ranked_assessment where client_id = client.id and rank = 1
        order by week_number desc limit 1
      )`,
      '>',
      since.toISOString(),
    )
    .orderBy('burnoutPercentage', 'desc')
    .orderBy('client.id')
    .limit(maxRisingClients)
    .execute()
