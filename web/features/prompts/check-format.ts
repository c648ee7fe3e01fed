import type { LastCheck } from '#contract/prompts/prompts.ts'
import type { CheckOutcome, TemplateCheck } from '#contract/prompts/template-checks.ts'
import type { Tone } from '#web/ui/tone.ts'

export const outcomeBadges: Record<CheckOutcome, { label: string; tone: Tone }> = {
  passed: { label: 'Passed', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  unanswered: { label: 'No answer', tone: 'amber' },
}

/** The result of a template's latest check. */
export function lastCheckBadge(
  check: LastCheck | null | undefined,
): { label: string; tone: Tone } | undefined {
  if (!check) return undefined
  if (!check.isCurrentVersion) return { label: 'Other text', tone: 'neutral' }
  if (check.failed) return { label: `${check.failed} failed`, tone: 'red' }
  return check.isPassed && !check.unanswered ? outcomeBadges.passed : outcomeBadges.unanswered
}

/** The number of answers of the checked version by result. */
export function countOutcomes({ transcripts }: Pick<TemplateCheck, 'transcripts'>) {
  const count = (outcome: CheckOutcome) =>
    transcripts.filter(({ present }) => present?.outcome === outcome).length
  return { failed: count('failed'), unanswered: count('unanswered'), total: transcripts.length }
}

/** '2 of 3 golden transcripts failed, 1 was not answered.' */
export function formatCheckSummary(check: Pick<TemplateCheck, 'transcripts'>) {
  const { failed, unanswered, total } = countOutcomes(check)
  const things = total === 1 ? 'golden transcript' : 'golden transcripts'
  const left = unanswered
    ? `${unanswered} of ${total} got no answer, so the prompt wasn’t tested on them.`
    : ''
  if (failed) return [`${failed} of ${total} ${things} failed.`, left].filter(Boolean).join(' ')
  if (unanswered) return left
  return total === 1 ? `The ${things} passed.` : `All ${total} ${things} passed.`
}
