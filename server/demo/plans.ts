import { addDays, startOfDay } from '#contract/rules/calendar.ts'
import { weekNumberAt, weekStart } from '#contract/rules/weeks.ts'
import { newId } from '../platform/ids.ts'
import type { Db } from '../platform/db/db.ts'
import { dayAt, type Moment, numbers } from './dates.ts'
import type { Story } from './people.ts'

export type DemoClient = { id: string; index: number; createdAt: string; story: Story }
/** A session with a recording, and how far it has been processed. */
export type Recorded = {
  sessionId: string
  step: 'recorded' | 'transcribed' | 'finished'
  media: 'coaching-session' | 'check-in'
}
/** The recording in which the client says metric values. */
export const recordingWithNumbers = 'coaching-session' satisfies Recorded['media']

/** A client's strain (0 to 100) in the first and in the last week. */
const strain: Record<Story, readonly [from: number, to: number] | undefined> = {
  recovering: [80, 22],
  steady: [44, 46],
  worsening: [34, 74],
  'waiting-recording': [58, 49],
  'waiting-transcription': [82, 22],
  'waiting-conversation': [78, 20],
  paused: [68, 52],
  new: undefined,
  unassigned: undefined,
}
/** Reasons of the coach for a burnout score. */
export const reasons = [
  'Sleep and evenings, as we talked about them.',
  'By what was said of the workload this week.',
  'How rested the mornings feel, and how the weekend was.',
] as const
/** Share of completed assignments. */
const diligence: Partial<Record<Story, number>> = { recovering: 0.9, worsening: 0.45, paused: 0.6 }

/** Inserts sessions, metric values, burnout assessments and assignments of every client, up to `now`. */
export async function insertPlans(db: Db, people: DemoClient[], moment: Moment) {
  const sessionTypes = await db
    .selectFrom('sessionDefinition')
    .select('id')
    .orderBy('displayOrder')
    .execute()
  const assignmentTypes = await db
    .selectFrom('assignmentDefinition')
    .select('id')
    .orderBy('displayOrder')
    .execute()
  const metrics = await db
    .selectFrom('metricDefinition')
    .select(['id', 'key', 'dataSource'])
    .orderBy('key')
    .execute()
  const authors = await listCoaches(
    db,
    people.map(({ id }) => id),
  )
  const recorded: Recorded[] = []

  for (const person of people) {
    const sessions = makeSessions(
      person,
      moment,
      sessionTypes.map(({ id }) => id),
    )
    if (sessions.length) await db.insertInto('session').values(sessions).execute()
    const recordedNow = recordedSessions(person, sessions, moment)
    recorded.push(...recordedNow)
    const leftToAnalysis = weeksForAnalysis(person, sessions, recordedNow, moment)
    const ofWeek = new Map(
      sessions.map((it) => [getWeek(person, new Date(it.sessionDate), moment), it.id]),
    )
    const weeks = weeksWithFigures(person, moment)
    const random = numbers(person.index + 11)
    const figures = weeks.map((week) => ({
      week,
      level: levelAt(person, week, weeks.length, random),
    }))
    if (!figures.length) continue
    await db
      .insertInto('burnoutAssessment')
      .values(
        figures.map(({ week, level }) => ({
          id: newId(),
          clientId: person.id,
          sessionId: ofWeek.get(week) ?? null,
          weekNumber: week,
          riskScore: level,
          reason: reasons[(week + person.index) % reasons.length],
          authorId: authors.get(person.id) ?? null,
          createdAt: endOfWeek(person, week, moment),
        })),
      )
      .execute()
    await db
      .insertInto('metricValue')
      .values(
        figures.flatMap(({ week, level }) => {
          const end = endOfWeek(person, week, moment)
          return metrics
            .map((it) => ({ ...it, numericValue: makeValue(it.key, level, random()) }))
            .filter((it) => it.dataSource !== 'transcription' || !leftToAnalysis.has(week))
            .map(({ id: metricDefinitionId, numericValue }) => ({
              id: newId(),
              source: 'manual',
              authorId: authors.get(person.id) ?? null,
              clientId: person.id,
              metricDefinitionId,
              numericValue,
              weekNumber: week,
              createdAt: end,
              changedAt: end,
            }))
        }),
      )
      .execute()
    await db
      .insertInto('assignment')
      .values(
        figures.map(({ week }) => {
          const end = endOfWeek(person, week, moment)
          // This week's assignment may still be open.
          const isPast = Date.parse(end) < moment.now.getTime()
          const isDone = isPast && random() < (diligence[person.story] ?? 0.75)
          return {
            id: newId(),
            clientId: person.id,
            assignmentDefinitionId:
              assignmentTypes[(week + person.index) % assignmentTypes.length]?.id ?? '',
            sessionId: ofWeek.get(week) ?? null,
            weekNumber: week,
            dueDate: addDays(weekStart(week, { ...person, ...moment }), 6),
            completedAt: isDone ? end : null,
            createdAt: end,
          }
        }),
      )
      .execute()
  }
  return recorded
}

/** User ids of the coaches by client id: the authors of the values. */
export async function listCoaches(db: Db, clientIds: readonly string[]) {
  const rows = await db
    .selectFrom('client')
    .innerJoin('coach', 'coach.id', 'client.coachId')
    .select(['client.id', 'coach.userId'])
    .where('client.id', 'in', clientIds)
    .execute()
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

const getWeek = ({ createdAt }: DemoClient, at: Date, { timeZone }: Moment) =>
  weekNumberAt(at, { createdAt, timeZone })

/** The evening of the last day of a week, but not later than now. */
function endOfWeek({ createdAt }: DemoClient, week: number, { now, timeZone }: Moment) {
  const next = startOfDay(weekStart(week + 1, { createdAt, timeZone }), timeZone)
  return new Date(Math.min(now.getTime(), next.getTime() - 4 * 3_600_000)).toISOString()
}

function makeSessions(
  person: DemoClient,
  moment: Moment,
  [intake = '', weekly = '', followUp = '']: string[],
) {
  const { story, index, id: clientId, createdAt } = person
  if (story === 'unassigned') return []
  const hour = 8 + (index % 7)
  const row = (date: Date, type: string, isPast: boolean) => ({
    id: newId(),
    clientId,
    sessionDefinitionId: type,
    sessionDate: date.toISOString(),
    completedAt: isPast ? date.toISOString() : null,
    archivedAt: null as string | null,
  })
  const every = story === 'steady' ? 14 : 7
  // Some have a session today.
  const lastDaysAgo = index % 8 === 3 ? every : (story === 'paused' ? 38 : 1) + (index % 6)
  const past = []
  for (let days = lastDaysAgo; story !== 'new'; days += every) {
    const date = dayAt(moment, -days, hour)
    if (date.getTime() < Date.parse(createdAt)) break
    past.unshift(row(date, story === 'steady' && past.length % 3 === 1 ? followUp : weekly, true))
  }
  const [first] = past
  if (first) first.sessionDefinitionId = intake
  // The last session of these is still without a recording or a conversation.
  const last = past.at(-1)
  if (last && (index === 0 || story.startsWith('waiting-'))) last.completedAt = null
  const second = past[1]
  if (second && index % 9 === 4) second.archivedAt = second.sessionDate
  const next =
    story === 'new'
      ? row(dayAt(moment, 3, hour), intake, false)
      : row(dayAt(moment, every - lastDaysAgo, hour), weekly, false)
  return story === 'paused' ? past : [...past, next]
}

/** Index of the client whose transcript the coach corrected. */
const withCorrections = 20

/** The first client has a finished session, and then one without a recording, for trying uploads. */
function recordedSessions(
  { index, story }: DemoClient,
  sessions: { id: string; sessionDate: string }[],
  { now }: Moment,
): Recorded[] {
  const past = sessions.filter(({ sessionDate }) => Date.parse(sessionDate) < now.getTime())
  const [beforeLast, last] = past.slice(-2)
  if (index === 0 && beforeLast)
    return [{ sessionId: beforeLast.id, step: 'finished', media: 'coaching-session' }]
  if (story === 'waiting-transcription' && last)
    return [{ sessionId: last.id, step: 'recorded', media: 'check-in' }]
  if (index === withCorrections && last)
    return [{ sessionId: last.id, step: 'finished', media: 'check-in' }]
  if (story === 'waiting-conversation' && last)
    return [{ sessionId: last.id, step: 'transcribed', media: 'check-in' }]
  return []
}

/** Weeks without values of the coach: the session is recorded or not yet completed, so the analysis fills them. */
function weeksForAnalysis(
  person: DemoClient,
  sessions: readonly { id: string; sessionDate: string; completedAt: string | null }[],
  recorded: readonly Recorded[],
  moment: Moment,
) {
  const isLeft = (it: (typeof sessions)[number]) =>
    it.completedAt === null || recorded.some(({ sessionId }) => sessionId === it.id)
  return new Set(
    sessions
      .filter((it) => Date.parse(it.sessionDate) < moment.now.getTime() && isLeft(it))
      .map((it) => getWeek(person, new Date(it.sessionDate), moment)),
  )
}

function weeksWithFigures(person: DemoClient, moment: Moment) {
  if (!strain[person.story]) return []
  const until = getWeek(person, moment.now, moment) - (person.story === 'paused' ? 5 : 0)
  return Array.from({ length: Math.max(0, until) }, (_, index) => index + 1)
}

/** Strain in a week: interpolated along the story, with variation. */
function levelAt({ story, index }: DemoClient, week: number, weeks: number, random: () => number) {
  const [from, to] = strain[story] ?? [50, 50]
  const along = weeks > 1 ? (week - 1) / (weeks - 1) : 1
  const wave = 4 * Math.sin(week * 1.3 + index)
  return within(from + (to - from) * along + wave + (random() - 0.5) * 7 + ((index % 5) - 2) * 2)
}

/** Stress and anxiety rise with strain; the others fall. */
function makeValue(key: string, level: number, random: number) {
  const isStrain = key === 'stress_level' || key === 'anxiety'
  return within((isStrain ? level + 6 : 104 - level) + (random - 0.5) * 18)
}

const within = (value: number) => Math.round(Math.min(97, Math.max(4, value)))
