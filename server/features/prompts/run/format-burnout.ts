import { findDisagreements } from '#contract/rules/disagreements.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import { sourceNames } from './format-brief.ts'
import { burnoutChange, checkMark } from './format-facts.ts'
import type { PlainFacts } from './facts.ts'
import { formatBand } from '../../questionnaires/format-questionnaire.ts'

const maxWeeks = 8
const maxReasonCharacters = 400

/**
 * The effective score and its change, each recent estimate with band and reasons, results of questionnaires, and disagreements.
 * Reasons of a model are included only if their quotes were found.
 */
export async function formatBurnout(facts: PlainFacts) {
  const change = burnoutChange(await facts.assessments())
  const estimates = (await facts.estimates()).filter(
    ({ weekNumber }) => weekNumber > facts.week - maxWeeks,
  )
  const lines = estimates.toReversed().map((it) => {
    const who = it.source === 'questionnaire' ? (it.instrument ?? 'questionnaire') : it.source
    const reason = reasonOf(it)
    return `Week ${it.weekNumber}, ${who}: ${scored(it.riskScore)}${checkMark(it.check)}${reason ? `. ${reason}` : ''}`
  })
  const answered = (await facts.questionnaires()).flatMap(
    ({ completedAt, weekNumber, score, instrument }) => {
      const band = formatBand(instrument, score)
      if (!completedAt || weekNumber === null || score === null || instrument.isBurnoutRisk)
        return []
      if (weekNumber <= facts.week - maxWeeks) return []
      return `Week ${weekNumber}, ${instrument.shortTitle}: ${rounded(score)}${band ? ` (${band.label})` : ''}`
    },
  )
  const differing = findDisagreements(estimates).map(
    ({ week, questionnaire, other }) =>
      `Week ${week}: the questionnaire (${scored(questionnaire)}) and ${sourceNames[other.source]} (${scored(other.score)}) disagree; the questionnaire counts`,
  )
  return [...(change ? [change] : []), ...lines, ...answered, ...differing].join('\n')
}

const rounded = (score: number) => Math.round(score * 10) / 10
const scored = (score: number) => `${rounded(score)} ${toRiskLevel(score)}`

type Estimate = Awaited<ReturnType<PlainFacts['estimates']>>[number]

function reasonOf({ source, reason, quotes }: Estimate) {
  const reasons =
    source === 'model' && quotes
      ? quotes.flatMap((it) =>
          it.reason === null || !it.place
            ? []
            : it.isProtective
              ? `Protects: ${it.reason}`
              : it.reason,
        )
      : source === 'model'
        ? []
        : [reason ?? '']
  return reasons.join('; ').replaceAll(/\s+/g, ' ').slice(0, maxReasonCharacters).toWellFormed()
}
