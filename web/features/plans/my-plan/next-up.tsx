import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CalendarHeart, ClipboardPenLine, Footprints, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getMyClientData, nextSessionCalendar, type Plan } from '#contract/plans/my-plan.ts'
import { buildUrl } from '#web/lib/api.ts'
import {
  formatRelativeDay,
  formatCalendarDay,
  formatDate,
  formatDateTime,
  formatTime,
} from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { HelpLines } from '#web/parts/help-lines.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MyBookings } from '#web/features/bookings/my-bookings.tsx'
import { JoinSession } from '#web/features/sessions/join-session.tsx'

/** The next session and one thing to do until then. */
export function NextUp() {
  const { data: plans, dataUpdatedAt, isPending } = useQuery(queryFor(getMyClientData, {}))
  const [own] = plans ?? []
  if (isPending) return <Skeleton className="mb-6 h-40 max-md:h-64" />
  if (!own || own.familyRelation !== null) return null
  return (
    <>
      {own.help && <HelpLines help={own.help} className="mb-6" />}
      <section
        aria-label="Next up"
        className="mb-6 grid grid-cols-[3fr_2fr] gap-6 rounded-md border border-line bg-brand-soft p-6 max-md:grid-cols-1 max-md:p-4"
      >
        <Lead icon={CalendarHeart} heading="Your next session">
          <NextSession plan={own} now={new Date(dataUpdatedAt)} />
          <MyBookings clientId={own.id} shownDate={own.nextSessionDate} />
        </Lead>
        <Lead icon={Footprints} heading="One step for today">
          <NextStep {...own} now={new Date(dataUpdatedAt)} />
        </Lead>
        {own.questionnaires.length > 0 && (
          <div className="col-span-full border-t border-line pt-6">
            <Lead icon={ClipboardPenLine} heading="Questionnaire from your coach">
              <OpenQuestionnaires plan={own} />
            </Lead>
          </div>
        )}
      </section>
    </>
  )
}

type NextOfPlanProps = { clientId: string; query: UseQueryResult<Plan[]> }

/** The next session of one plan, on its own page. */
export function NextOfPlan({ clientId, query }: NextOfPlanProps) {
  return (
    <ReadState read={query} loading={null} failed="The next session could not be loaded">
      {(plans) => {
        const plan = plans.find(({ id }) => id === clientId)
        return (
          plan && (
            <>
              {plan.help && <HelpLines help={plan.help} className="mb-6" />}
              <section
                aria-label="Next session"
                className="mb-6 rounded-md border border-line bg-brand-soft p-6 max-md:p-4"
              >
                <Lead icon={CalendarHeart} heading="Next session">
                  <NextSession plan={plan} now={new Date(query.dataUpdatedAt)} />
                  <MyBookings clientId={plan.id} shownDate={plan.nextSessionDate} />
                  <div className="mt-3">
                    <WriteToCoach plan={plan} />
                  </div>
                </Lead>
              </section>
            </>
          )
        )
      }}
    </ReadState>
  )
}

type LeadProps = { icon: LucideIcon; heading: string; children: ReactNode }

const Lead = ({ icon: Icon, heading, children }: LeadProps) => (
  <div className="flex min-w-0 gap-4 [&>:last-child]:flex-1">
    <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface text-brand-ink">
      <Icon aria-hidden size={20} />
    </span>
    <div className="min-w-0">
      <h2 className="text-sm text-brand-ink">{heading}</h2>
      {children}
    </div>
  </div>
)

const big = 'mt-1 text-lg font-semibold text-pretty'

const JoinLine = ({ join }: { join: NonNullable<Plan['join']> }) => (
  <div className="mt-3">
    <JoinSession session={join} />
  </div>
)

/** The next session, with a calendar file. */
function NextSession({ plan, now }: { plan: Plan; now: Date }) {
  const { id, nextSessionDate: at, nextSessionName: name, coachName, join } = plan
  const isNow = join && new Date(join.sessionDate) <= now
  if (isNow)
    return (
      <>
        <p className={big}>Now, since {formatTime(join.sessionDate)}</p>
        <JoinLine join={join} />
        {at && <p className="mt-3 text-muted">Then {formatDateTime(at)}.</p>}
      </>
    )
  if (at)
    return (
      <>
        <p className={big}>
          <time dateTime={at}>
            {formatRelativeDay(at, now)} at {formatTime(at)}
          </time>
        </p>
        <p dir="auto" className="mt-1">
          {coachName ? `${name} with ${coachName}` : name}
        </p>
        {join && Date.parse(join.sessionDate) === Date.parse(at) && <JoinLine join={join} />}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button asChild variant="secondary" size="sm">
            <a href={buildUrl(nextSessionCalendar, { params: { id } })} download>
              Add to your calendar
            </a>
          </Button>
          <Link to={paths.account} className="text-sm text-brand-ink underline underline-offset-2">
            Subscribe to all sessions
          </Link>
        </div>
      </>
    )
  if (plan.coachingEndedAt)
    return <p className={big}>Your coaching ended on {formatDate(plan.coachingEndedAt)}</p>
  return (
    <>
      <p className={big}>Not scheduled yet</p>
      <p className="mt-1">
        {coachName
          ? `${coachName}, your coach, will arrange it with you.`
          : `We’ll match you with a coach, who will arrange it.${plan.help ? '' : ' Nothing to do for now.'}`}
      </p>
    </>
  )
}

function NextStep({ nextStep, help, now }: Pick<Plan, 'nextStep' | 'help'> & { now: Date }) {
  if (!nextStep && help)
    return (
      <>
        <p className={big}>Talk to someone</p>
        <p className="mt-1">Call one of the numbers above, or someone you trust.</p>
      </>
    )
  if (!nextStep)
    return (
      <>
        <p className={big}>Nothing to do</p>
        <p className="mt-1">Take a quiet moment for yourself.</p>
      </>
    )
  return (
    <>
      <p dir="auto" className={big}>
        {nextStep.name}
      </p>
      <p className="mt-1">{formatDue(nextStep.dueDate, now)}</p>
    </>
  )
}

/** Past due dates are not marked as overdue, so that clients do not feel blamed. */
function formatDue(dueDate: string | null, now: Date) {
  if (!dueDate) return 'Whenever it suits you.'
  const day = formatRelativeDay(`${dueDate}T12:00`, now)
  if (day === 'Today' || day === 'Tomorrow') return `Due ${day.toLowerCase()}.`
  const isPast = new Date(`${dueDate}T23:59:59`) < now
  return isPast ? `It was due ${formatCalendarDay(dueDate)}, and still helps today.` : `Due ${day}.`
}

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
