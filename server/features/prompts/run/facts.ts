import type { BriefContent } from '#contract/briefs/briefs.ts'
import { calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import { listGivenPurposes } from '../../../platform/consent.ts'
import { clientRows } from '../../clients/client-rows.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { listAssignments } from '../../plans/assignments/assignments.queries.ts'
import { listQuestionnaireRows } from '../../questionnaires/questionnaires.queries.ts'
import { sessionRows, withWeek } from '../../sessions/session-rows.ts'
import { listEarlierValues } from '../../analysis/values/analysis-values.queries.ts'
import { buildBrief, mentionedSessions } from '../../briefs/brief-content.ts'
import { listNotesForBrief } from '../../notes/notes.queries.ts'
import { earlierSessions, earlierTexts } from './earlier-sessions.queries.ts'
import {
  listRequestedMetrics,
  metricsInput,
} from '../../analysis/evidence/requested-metrics.queries.ts'
import { listAssessments, listEstimates, listMetricValues } from './progress.queries.ts'
import { getSessionTranscript } from '../../analysis/evidence/evidence.queries.ts'

export type Subject = {
  sessionId: string
  audioTranscript: string
  now: Date
  timeZone: string
  /** The coach who asked to include their private notes. */
  notesOf?: string | undefined
}

export type PlainFacts = Omit<Awaited<ReturnType<typeof plainFactsOf>>, 'track'>
export type Facts = PlainFacts & { brief: () => Promise<BriefContent> }

/**
 * The data of placeholders for a run on one session. Session and client are read immediately, everything else once and only
 * when needed.
 */
export async function getPromptFacts(db: Db, subject: Subject): Promise<Facts> {
  const { track, ...facts } = await plainFactsOf(db, subject)
  return { ...facts, brief: memoize(async () => track(await buildBrief(facts), mentionedSessions)) }
}

async function plainFactsOf(
  db: Db,
  { sessionId, audioTranscript, now, timeZone, notesOf }: Subject,
) {
  const row = await sessionRows(db, 'included')
    .select('session.createdAt')
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow(notFound('session'))
  const session = withWeek(timeZone)(row)
  const { clientId, sessionDate: before } = session
  const client = await clientOf(db, clientId)
  const plan = { createdAt: client.createdAt, timeZone }
  const week = weekNumberAt(now, plan)
  /** Nothing was found in a session that has not taken place yet. */
  const held = before < now.toISOString() ? before : now.toISOString()
  const mentioned = new Set([session.id])
  /** Tracks which sessions' content ends up in the prompt. */
  function track<T>(it: T, sessionsOf: (it: T) => readonly string[]) {
    for (const id of sessionsOf(it)) mentioned.add(id)
    return it
  }
  return {
    track,
    session,
    client,
    audioTranscript,
    plan,
    week,
    today: calendarDay(now, timeZone),
    dayOf: (instant: string): CalendarDay => calendarDay(new Date(instant), timeZone),
    earlier: memoize(() => earlierSessions(db, { clientId, before })),
    earlierTexts: memoize(async () =>
      track(await earlierTexts(db, { clientId, before }), (texts) => texts.map(({ id }) => id)),
    ),
    /** This session, and earlier ones whose content was read so far. */
    mentionedSessions: () => [...mentioned],
    metricValues: memoize(() => listMetricValues(db, { clientId, week })),
    assessments: memoize(() => listAssessments(db, { clientId, week })),
    metricsInput: memoize(async () =>
      metricsInput(db, await listRequestedMetrics(db, session.sessionDefinitionId)),
    ),
    assignments: memoize(() => listAssignments(db, clientId)),
    questionnaires: memoize(() => listQuestionnaireRows(db, clientId)),
    estimates: memoize(async () =>
      track(await listEstimates(db, { clientId, week }), (all) =>
        all.flatMap((it) => it.foundIn ?? []),
      ),
    ),
    /** Analysis values of earlier sessions that count. */
    counting: memoize(() => listEarlierValues(db, { clientId, before: held })),
    getSessionTranscript: (id: string) => getSessionTranscript(db, id),
    includesNotes: notesOf !== undefined,
    notes: memoize(async () =>
      notesOf === undefined
        ? []
        : track(await listNotesForBrief(db, { userId: notesOf, sessionId }), (all) =>
            all.flatMap((it) => it.sessionId ?? []),
          ),
    ),
    givenPurposes: memoize(() => listGivenPurposes(db, clientId)),
    now,
  }
}

const clientOf = (db: Db, id: string) =>
  clientRows(db)
    .select([
      'client.userId',
      'client.organizationId',
      'client.familyRelation',
      'client.status',
      'user.roles',
      'user.createdAt as userCreatedAt',
      'organization.description as organizationDescription',
      'organization.country as organizationCountry',
      'organization.city as organizationCity',
      'coach.bio as coachBio',
      'coach.experiencedSince as coachExperiencedSince',
      'coach.city as coachCity',
      'coach.country as coachCountry',
      'coach.status as coachStatus',
    ])
    .where('client.id', '=', id)
    .executeTakeFirstOrThrow(notFound('client'))

function memoize<T>(read: () => Promise<T>) {
  let result: Promise<T> | undefined
  return () => (result ??= read())
}
