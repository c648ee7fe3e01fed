import { type Disagreement, disagreementsOf } from '#contract/disagreements.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { riskLevelOf } from '#contract/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskWord } from '#web/parts/risk.tsx'
import { Scale } from 'lucide-react'
import { Banner } from '#web/ui/banner.tsx'

type DisagreementsProps = {
  assessments: SessionsAndMetrics['burnoutAssessments']
  shown: readonly number[]
  /** Who reads it: the client is spoken to. */
  isStaff: boolean
}

/** Where what the client answered and another estimate of one week lie in different bands: something to talk about. */
export function Disagreements({ assessments, shown, isStaff }: DisagreementsProps) {
  const found = disagreementsOf(assessments).filter(({ week }) => shown.includes(week))
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
            <li key={`${it.week} ${it.other.source}`}>{inWords(it, isStaff)}</li>
          ))}
        </ul>
        {isStaff
          ? 'What does the client say to it? Either may have missed something.'
          : 'That happens, and is a good thing to talk about with your coach.'}
      </Banner>
    </div>
  )
}

const scored = (score: number) =>
  `${formatDecimal(score)} (${riskWord[riskLevelOf(score)].toLowerCase()})`

function inWords({ week, questionnaire, other }: Disagreement, isStaff: boolean) {
  const who = isStaff ? 'the questionnaire says' : 'your answers come to'
  const from = other.source === 'person' ? 'a person entered' : 'a model proposed'
  return `Week ${week}: ${who} ${scored(questionnaire)}, ${from} ${scored(other.score)}.`
}
