import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import { type GivenAnswers, getScore } from '#contract/questionnaires/instruments.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { ensureInstrumentVersion } from '../features/questionnaires/questionnaires.queries.ts'
import { shippedInstruments } from '../features/questionnaires/data/read-instruments.ts'
import { daysBefore, type Moment } from './dates.ts'
import type { DemoClient } from './plans.ts'

/** Completed questionnaires of the first client. */
const answered: readonly [instrument: string, weeksAgo: number, values: readonly number[]][] = [
  ['phq-9', 14, [2, 2, 2, 3, 1, 2, 1, 1, 0]],
  ['phq-9', 8, [1, 1, 2, 2, 0, 1, 1, 0, 0]],
  ['phq-9', 2, [1, 0, 1, 2, 0, 0, 1, 0, 0]],
  // Well above the coach's score for that week.
  ['cbi-personal', 3, [75, 75, 75, 50, 75, 50]],
]
/** The open questionnaire; due in this many days. */
const waiting = {
  instrument: 'gad-7',
  days: 4,
  note: 'Before we meet: as it was, not as it should be.',
}

/** The questionnaires of the first client: a series, one that differs from the coach's score, and an open one. */
export async function insertQuestionnaires(
  db: Db,
  people: readonly DemoClient[],
  { now, timeZone }: Moment,
) {
  const [person] = people
  if (!person) return
  const { id: clientId, createdAt: began } = person
  const coach = await db
    .selectFrom('client')
    .innerJoin('coach', 'coach.id', 'client.coachId')
    .select('coach.userId')
    .where('client.id', '=', clientId)
    .executeTakeFirst()
  const instruments = shippedInstruments()
  const given = async (key: string, days: number) => {
    const instrument = instruments.get(key)
    if (!instrument) throw new Error(`There is no questionnaire ${key}.`)
    const createdAt = daysBefore(now, days)
    const instrumentVersionId = await ensureInstrumentVersion(db, instrument)
    return {
      instrument,
      row: {
        id: newId(),
        clientId,
        instrumentVersionId,
        createdAt,
        assignedBy: coach?.userId ?? null,
      },
    }
  }
  for (const [key, weeksAgo, values] of answered) {
    const { instrument, row } = await given(key, weeksAgo * 7 + 5)
    const completedAt = daysBefore(now, weeksAgo * 7)
    const answers: GivenAnswers = Object.fromEntries(
      instrument.items.map((it, index) => [it.key, values[index] ?? 0]),
    )
    const score = getScore(instrument, answers)
    const weekNumber = Math.max(
      1,
      weekNumberAt(new Date(completedAt), { createdAt: began, timeZone }),
    )
    await db
      .insertInto('questionnaire')
      .values({
        ...row,
        completedAt,
        score,
        weekNumber,
        answers: JSON.stringify(answers),
        dueDate: addDays(calendarDay(new Date(completedAt), timeZone), 2),
      })
      .execute()
    if (instrument.isBurnoutRisk && score !== null)
      await db
        .insertInto('burnoutAssessment')
        .values({
          id: newId(),
          clientId,
          weekNumber,
          riskScore: score,
          source: 'questionnaire',
          createdAt: completedAt,
          questionnaireId: row.id,
        })
        .execute()
  }
  const { row } = await given(waiting.instrument, 1)
  await db
    .insertInto('questionnaire')
    .values({
      ...row,
      dueDate: addDays(calendarDay(now, timeZone), waiting.days),
      note: waiting.note,
    })
    .execute()
}
