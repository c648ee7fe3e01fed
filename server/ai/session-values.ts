import type { Placeholder } from '#contract/placeholders.ts'
import { calendarDay, daysBetween } from '#contract/calendar.ts'
import { weekNumberAt, weekStart } from '#contract/weeks.ts'
import { clientRows } from '../client-rows.ts'
import type { Db } from '../db/db.ts'
import { notFound } from '../errors.ts'
import { sessionRows, withWeek } from '../session-rows.ts'
import { historyValues } from './history-values.ts'
import type { Values } from './placeholders.ts'
import { progressValues } from './progress-values.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * The values of the placeholders for a run on one session: of the session itself, its client and coach as they are
 * now, and what came before it. Only what `names` asks for leaves the database beyond the session and its client.
 */
export async function sessionValues(
  db: Db,
  {
    sessionId,
    audioTranscript,
    names,
    now,
    timeZone,
  }: {
    sessionId: string
    audioTranscript: string
    names: ReadonlySet<Placeholder>
    now: Date
    timeZone: string
  },
): Promise<Values> {
  const row = await sessionRows(db, 'included')
    .select('session.createdAt')
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow(notFound('session'))
  const session = withWeek(timeZone)(row)
  const { clientId } = session
  const client = await clientRows(db)
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
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow(notFound('client'))
  const plan = { createdAt: client.createdAt, timeZone }
  const week = weekNumberAt(now, plan)
  const dayOf = (instant: string | Date) => calendarDay(new Date(instant), timeZone)
  const sessionTranscript =
    session.transcribedTextScripted ?? session.transcribedTextRaw ?? audioTranscript
  const history = await historyValues(db, names, {
    clientId,
    before: session.sessionDate,
    timeZone,
  })
  const progress = await progressValues(db, names, { clientId, week, today: dayOf(now) })
  return {
    clientId,
    clientUserId: client.userId,
    clientOrganizationId: client.organizationId,
    clientCoachId: client.coachId,
    familyRelation: client.familyRelation,
    riskLevel: client.riskLevel,
    lastSessionDate: client.lastSessionDate,
    nextSessionDate: client.nextSessionDate,
    openSessions: client.openSessions,
    burnoutPercentage: client.burnoutPercentage,
    // The specification's word in prompts; the list of clients calls it flat.
    trendDirection: client.trendDirection === 'flat' ? 'stable' : client.trendDirection,
    trendValue: client.trendValue,
    clientStatus: client.status,
    clientCreatedAt: client.createdAt,
    userEmail: client.userEmail,
    firstName: client.userFirstName,
    lastName: client.userLastName,
    userRoles: client.roles?.join(', '),
    userCreatedAt: client.userCreatedAt,
    sessionId,
    sessionClientId: clientId,
    sessionDefinitionId: session.sessionDefinitionId,
    sessionType: session.sessionDefinitionName,
    sessionStatus: session.status,
    sessionDate: session.sessionDate,
    recordingUrl: session.recordingUrl,
    transcribedTextRaw: session.transcribedTextRaw,
    transcribedTextScripted: session.transcribedTextScripted,
    weekStart: weekStart(session.weekNumber, plan),
    weekNumber: session.weekNumber,
    sessionYear: Number(dayOf(session.sessionDate).slice(0, 4)),
    sessionCreatedAt: session.createdAt,
    organizationName: client.organizationName,
    organizationDescription: client.organizationDescription,
    organizationCountry: client.organizationCountry,
    organizationCity: client.organizationCity,
    coachBio: client.coachBio,
    coachExperiencedSince: client.coachExperiencedSince,
    coachCity: client.coachCity,
    coachCountry: client.coachCountry,
    coachStatus: client.coachStatus,
    currentDate: dayOf(now),
    currentWeekNumber: week,
    daysSinceLastSession:
      client.lastSessionDate && daysBetween(dayOf(client.lastSessionDate), dayOf(now)),
    weeksInTreatment: week - 1,
    treatmentDuration: counted(week - 1, 'week'),
    audioTranscript,
    sessionTranscript,
    ...history,
    ...progress,
    ...(names.has('preparationContext') && {
      preparationContext: [
        `Session: ${session.sessionDefinitionName} on ${dayOf(session.sessionDate)}, week ${session.weekNumber}`,
        `In treatment for ${counted(week - 1, 'week')}; risk ${client.riskLevel ?? 'not assessed'}`,
        ...(await preparationOf(db, {
          clientId,
          before: session.sessionDate,
          week,
          today: dayOf(now),
          timeZone,
        })),
      ].join('\n'),
    }),
  }
}

/** What came before and stands open, in lines; lines without content are left out. */
async function preparationOf(
  db: Db,
  of: { clientId: string; before: string; week: number; today: string; timeZone: string },
) {
  const history = await historyValues(db, new Set(['sessionHistory']), of)
  const progress = await progressValues(
    db,
    new Set(['metricTrends', 'burnoutAnalysis', 'activeAssignments', 'overdueAssignments']),
    of,
  )
  return [
    ['Earlier sessions', history.sessionHistory],
    ['Metrics', progress.metricTrends],
    ['Burnout', progress.burnoutAnalysis],
    ['Open assignments', progress.activeAssignments],
    ['Overdue assignments', progress.overdueAssignments],
  ].flatMap(([title, value]) => (value ? [`${title}:\n${value}`] : []))
}
