import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { MyDay } from '#contract/my-day.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Before anything else of the day: clients with a safety mark that nobody has acknowledged yet, with the way to their plans. */
export const UrgentAnswers = ({ marked }: { marked: MyDay['marked'] }) => (
  <section aria-label="What should not wait" className="mb-6">
    <Banner tone="red">
      <strong className="block">Thoughts of self-harm: please look today</strong>
      Don’t wait for the next session. Clients who answered a questionnaire were shown who to call.
      <ul className="mt-1">
        {marked.map(({ clientId, clientName, about, raisedAt }) => (
          <li key={clientId}>
            <Link
              to={paths.plan(clientId)}
              className="inline-flex min-h-11 flex-wrap items-center gap-x-2 rounded-md"
            >
              <span dir="auto" className="font-semibold underline">
                {clientName}
              </span>
              <span>
                {about}, <time dateTime={raisedAt}>{formatDateTime(raisedAt)}</time>
              </span>
              <ArrowRight aria-hidden size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  </section>
)
