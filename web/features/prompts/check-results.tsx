import type { CheckAnswer, TemplateCheck } from '#contract/prompts/template-checks.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { TextDiff } from '#web/ui/text-diff.tsx'
import { countOutcomes, outcomeBadges, formatCheckSummary } from './check-format.ts'
import { TextBlock } from './text-block.tsx'

/** The progress and results of a check, with the answers of the active template for comparison. */
export const CheckResults = ({ check }: { check: TemplateCheck }) => (
  <div className="flex flex-col gap-4">
    {check.finishedAt === null ? <InProgress check={check} /> : <Finished check={check} />}
    <ul className="flex flex-col gap-2">
      {check.transcripts.map((it, index) => (
        // Failures are expanded initially.
        <li key={`${index} ${it.present?.outcome}`}>
          <Collapsible
            title={it.name}
            summary={
              it.present ? (
                <Badge tone={outcomeBadges[it.present.outcome].tone}>
                  {outcomeBadges[it.present.outcome].label}
                </Badge>
              ) : (
                'Waiting'
              )
            }
            isOpenAtFirst={it.present?.outcome === 'failed'}
          >
            <Answers present={it.present} active={it.active} against={check.against} />
          </Collapsible>
        </li>
      ))}
    </ul>
  </div>
)

const InProgress = ({ check: { done, total } }: { check: TemplateCheck }) => (
  <div>
    <p className="mb-2 text-muted" aria-live="polite">
      {done} of {total} answers received. You can close this; the check continues.
    </p>
    <Progress value={total ? done / total : undefined} label="Progress of the check" />
  </div>
)

function Finished({ check }: { check: TemplateCheck }) {
  const { failed, unanswered } = countOutcomes(check)
  return (
    <Banner tone={failed ? 'red' : unanswered ? 'amber' : 'green'} isLive>
      {formatCheckSummary(check)}
    </Banner>
  )
}

type AnswersProps = {
  present: CheckAnswer | null
  active: CheckAnswer | null
  against: TemplateCheck['against']
}

function Answers({ present, active, against }: AnswersProps) {
  if (!present) return <p className="text-muted">It is asked when its turn comes.</p>
  const activeName = against?.isSameTemplate
    ? `version ${against.versionNumber}`
    : (against?.name ?? 'the previously active template')
  return (
    <div className="flex flex-col gap-4">
      {present.failures.length > 0 && (
        <ul className="list-disc pl-5">
          {present.failures.map((failure) => (
            <li key={failure} className="break-words">
              {failure}
            </li>
          ))}
        </ul>
      )}
      {present.answer !== null && active?.answer != null ? (
        <TextDiff
          label={`Answer, compared with ${activeName}`}
          before={active.answer}
          after={present.answer}
        />
      ) : (
        present.answer !== null && <TextBlock label="Answer">{present.answer}</TextBlock>
      )}
      <p className="text-xs text-muted">
        {formatUsage(present)}
        {active &&
          ` · ${activeName}: ${outcomeBadges[active.outcome].label.toLowerCase()}, ${formatUsage(active)}`}
      </p>
    </div>
  )
}

const formatUsage = ({ executionTimeMs, tokensUsed, isEarlier }: CheckAnswer) =>
  [
    `${formatCount(executionTimeMs)} ms`,
    ...(tokensUsed === null ? [] : [`${formatCount(tokensUsed)} tokens`]),
    ...(isEarlier ? ['from an earlier check'] : []),
  ].join(', ')
