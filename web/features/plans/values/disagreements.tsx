import { Scale } from 'lucide-react'
import { type Disagreement, findDisagreements } from '#contract/rules/disagreements.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { Banner } from '#web/ui/banner.tsx'

type DisagreementsProps = {
  assessments: SessionsAndMetrics['burnoutAssessments']
  shown: readonly number[]

  isStaff: boolean
}

/** Weeks in which the questionnaire and another burnout score fall into different bands. */
export function Disagreements({ assessments, shown, isStaff }: DisagreementsProps) {
  const found = findDisagreements(assessments).filter(({ week }) => shown.includes(week))
  if (!found.length) return null
  return (
    <div className="border-t border-line p-4">
      <Banner tone="amber" icon={Scale}>
        <strong className="block">
          {isStaff
            ? 'The questionnaire and another estimate differ. The questionnaire counts.'
            : 'Your answers and another estimate differ. Your answers count.'}
        </strong>
        <ul>
          {found.map((it) => (
            <li key={`${it.week} ${it.other.source}`}>{formatDisagreement(it, isStaff)}</li>
          ))}
        </ul>
        {isStaff
          ? 'What does the client think? Either could have missed something.'
          : 'That happens. It’s a good thing to talk about with your coach.'}
      </Banner>
    </div>
  )
}

const formatScore = (score: number) =>
  `${formatDecimal(score)} (${riskLabel[toRiskLevel(score)].toLowerCase()})`

function formatDisagreement({ week, questionnaire, other }: Disagreement, isStaff: boolean) {
  const who = isStaff ? 'the questionnaire gives' : 'your answers give'
  const from = other.source === 'person' ? 'a person entered' : 'the analysis found'
  return `Week ${week}: ${who} ${formatScore(questionnaire)}, ${from} ${formatScore(other.score)}.`
}
