import { Mail } from 'lucide-react'
import type { Plan } from '#contract/plans/my-plan.ts'

/** An e-mail link to the coach, if there is one. */
export const WriteToCoach = ({ plan: { coachName, coachEmail } }: { plan: Plan }) =>
  coachEmail && (
    <p className="flex items-start gap-2">
      <Mail aria-hidden size={16} className="mt-1 shrink-0 text-brand-ink" />
      <span className="min-w-0">
        Write to <bdi>{coachName ?? 'your coach'}</bdi>:{' '}
        <a
          href={`mailto:${encodeURIComponent(coachEmail).replace('%40', '@')}`}
          className="rounded-sm break-words text-brand-ink underline underline-offset-4"
        >
          {coachEmail}
        </a>
      </span>
    </p>
  )
