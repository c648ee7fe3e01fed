import { isConfirmable } from '#contract/analysis/analysis.ts'
import type {
  BriefContent,
  BriefDisagreement,
  BriefDue,
  BriefMetric,
  BriefPromise,
  BriefQuote,
} from '#contract/briefs/briefs.ts'
import { findDisagreements, firstOfSource } from '#contract/rules/disagreements.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import { getState } from '../questionnaires/format-questionnaire.ts'
import { lastWords, type LastWords } from './last-utterances.ts'
import type { PlainFacts } from '../prompts/run/facts.ts'
import { lastDueDay } from '../sessions/session-rows.ts'

const max = { said: 3, due: 20, promised: 8, disagreements: 6, characters: 400 }
/** For disagreements. */
const recentWeeks = 4

/** Deterministic, by rules alone. Without consent to analysis, nothing that was said is read. */
export async function buildBrief(facts: PlainFacts): Promise<BriefContent> {
  const isWithoutWords = !(await facts.givenPurposes()).has('analysis')
  const last = await lastPastSession(facts)
  const words = last && !isWithoutWords ? await lastWords(facts, last, max.promised) : nothingSaid
  const [metrics, burnout] = [await movedMetrics(facts, last), await movedBurnout(facts)]
  return {
    said: isWithoutWords ? [] : await saidLast(facts),
    metrics,
    burnout,
    risk: facts.client.riskLevel,
    due: await listDue(facts),
    promised: [...(last ? await listAssignedIn(facts, last.id) : []), ...words.promised],
    questions: words.questions,
    disagreements: await disagreementsIn(facts),
    isWithoutWords,
  }
}

const nothingSaid: LastWords = { promised: [], questions: [] }

/** The last session that took place. */
async function lastPastSession({ earlier, now }: PlainFacts) {
  const held = (await earlier()).find(
    (it) => Date.parse(it.sessionDate) <= now.getTime() && it.status !== 'archived',
  )
  return held && { id: held.id, name: held.sessionDefinitionName, date: held.sessionDate }
}
export type PastSession = NonNullable<Awaited<ReturnType<typeof lastPastSession>>>

/** Quotes of the client behind recent values, one per value. */
async function saidLast({ counting }: PlainFacts): Promise<BriefContent['said']> {
  const found = (await counting()).flatMap((it) => {
    const quote = it.quotes.find(
      ({ text, place, isProtective }) =>
        place?.isClients && !isProtective && text.length <= max.characters,
    )
    if (!quote?.place || !isConfirmable(it.fault) || !it.isCurrentVersion || it.value === null)
      return []
    const { turn, speaker, time } = quote.place
    const session = { id: it.sessionId, name: it.sessionName, date: it.sessionDate }
    const about = `${it.label} ${rounded(it.value)}${it.decision ? '' : ', not confirmed'}`
    return [{ text: quote.text, session, turn, speaker, time, about }]
  })
  return [...new Map(found.toReversed().map((it) => [it.text, it])).values()]
    .toReversed()
    .slice(0, max.said)
}

/** Metrics with a value since the week of the last session, with the value before. */
async function movedMetrics({ metricValues, plan }: PlainFacts, last: PastSession | undefined) {
  const since = last ? weekNumberAt(new Date(last.date), plan) : -Infinity
  return [...Map.groupBy(await metricValues(), ({ id }) => id).values()].flatMap(
    (of): BriefMetric[] => {
      const [latest, before] = [of.at(-1), of.at(-2)]
      if (!latest || latest.weekNumber < since) return []
      return [
        {
          label: latest.label,
          unit: latest.unit,
          value: latest.numericValue,
          week: latest.weekNumber,
          before: before ? { value: before.numericValue, week: before.weekNumber } : null,
          check: latest.check,
        },
      ]
    },
  )
}

async function movedBurnout({ assessments }: PlainFacts): Promise<BriefContent['burnout']> {
  const weeks = await assessments()
  const [latest, before] = [weeks.at(-1), weeks.at(-2)]
  return latest
    ? {
        label: 'Burnout risk',
        unit: null,
        source: latest.source,
        value: rounded(latest.riskScore),
        week: latest.weekNumber,
        before: before ? { value: rounded(before.riskScore), week: before.weekNumber } : null,
        check: latest.check,
      }
    : null
}

/** Overdue first. */
async function listDue(facts: PlainFacts): Promise<BriefDue[]> {
  const lastDay = lastDueDay(facts.session.sessionDate)
  const isOverdue = (day: string | null) => day !== null && day < facts.today
  const assignments = (await facts.assignments())
    .filter(({ completedAt }) => completedAt === null)
    .map((it) => ({
      kind: 'assignment' as const,
      name: it.assignmentTypeName,
      dueDate: it.dueDate,
      isOverdue: isOverdue(it.dueDate),
    }))
  const asked = (await facts.questionnaires())
    .filter((it) => getState(it, facts.today) === 'open')
    .map((it) => ({
      kind: 'questionnaire' as const,
      name: it.instrument.shortTitle,
      dueDate: it.dueDate,
      isOverdue: isOverdue(it.dueDate),
    }))
  return [...assignments, ...asked]
    .filter(({ dueDate }) => dueDate === null || dueDate <= lastDay)
    .toSorted((a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'))
    .slice(0, max.due)
}

async function listAssignedIn(facts: PlainFacts, sessionId: string): Promise<BriefPromise[]> {
  return (await facts.assignments())
    .filter((it) => it.sessionId === sessionId)
    .slice(0, max.promised)
    .map((it) => ({
      by: 'client',
      text: it.assignmentTypeName,
      quote: null,
      note: it.note?.slice(0, max.characters).toWellFormed() ?? null,
      isDone: it.completedAt !== null,
    }))
}

/** Where questionnaire, person and model disagree about a week, latest first. */
async function disagreementsIn(facts: PlainFacts): Promise<BriefDisagreement[]> {
  const estimates = await facts.estimates()
  const risk = { label: 'Burnout risk' }
  const byQuestionnaire = findDisagreements(estimates).map(
    ({ week, questionnaire, other }): BriefDisagreement => ({
      ...risk,
      week,
      one: { source: 'questionnaire', value: rounded(questionnaire) },
      other: { source: other.source, value: rounded(other.score) },
    }),
  )
  const [persons, models] = (['person', 'model'] as const).map((source) =>
    firstOfSource(estimates, source),
  )
  const byPerson = [...(persons ?? [])].flatMap(([week, { riskScore }]): BriefDisagreement[] => {
    const score = models?.get(week)?.riskScore
    if (score === undefined || toRiskLevel(score) === toRiskLevel(riskScore)) return []
    return [
      {
        ...risk,
        week,
        one: { source: 'person', value: rounded(riskScore) },
        other: { source: 'model', value: rounded(score) },
      },
    ]
  })
  const corrected = (await facts.counting()).flatMap((it): BriefDisagreement[] => {
    if (it.decision !== 'corrected' || it.value === null || it.value === it.machineValue) return []
    return [
      {
        label: it.label,
        week: weekNumberAt(new Date(it.sessionDate), facts.plan),
        one: { source: 'person', value: rounded(it.value) },
        other: { source: 'model', value: rounded(it.machineValue) },
      },
    ]
  })
  return [...byQuestionnaire, ...byPerson, ...corrected]
    .filter(({ week }) => week > facts.week - recentWeeks)
    .toSorted((a, b) => b.week - a.week)
    .slice(0, max.disagreements)
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** Sessions quoted in a brief. */
export const mentionedSessions = ({ said, promised, questions }: BriefContent) => [
  ...new Set(
    [...said, ...promised.flatMap(({ quote }) => quote ?? []), ...questions].map(
      ({ session }: BriefQuote) => session.id,
    ),
  ),
]
