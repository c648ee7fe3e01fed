import { Link } from 'react-router'
import type { Plan } from '#contract/plans/my-plan.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Links to the unanswered questionnaires. */
export const OpenQuestionnaires = ({ plan }: { plan: Plan }) => (
  <ul className="mt-1 flex flex-col gap-3">
    {plan.questionnaires.map((it) => (
      <li key={it.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold text-pretty">{it.title}</p>
          <p>
            About {it.minutes === 1 ? 'a minute' : `${it.minutes} minutes`}
            {it.dueDate && ` · due ${formatCalendarDay(it.dueDate)}`}
          </p>
        </div>
        <Button asChild size="sm">
          <Link
            to={paths.questionnaire(plan.id, it.id)}
            aria-label={`${it.isBegun ? 'Continue' : 'Answer'}: ${it.title}`}
          >
            {it.isBegun ? 'Continue' : 'Answer'}
          </Link>
        </Button>
      </li>
    ))}
  </ul>
)
