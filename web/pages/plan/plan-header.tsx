import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import type { Client } from '#contract/clients/clients.ts'
import { contactWayLabel } from '#contract/messages/messages.ts'
import type { ManualRisk } from '#contract/plans/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { formatCalendarDay, formatDate, formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { LiveUpdatesPaused } from '#web/parts/live-updates-paused.tsx'
import { BackLink } from '#web/parts/page-state.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { ClientRiskDetails, RiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { listRiskLevels, maxRiskLevels } from '#contract/plans/assessments.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type PlanHeaderProps = {
  client: Client
  /** How to reach the client: for staff. */
  contact?: SessionsAndMetrics['contact']
  /** Who set the level of risk, and why: for those who may. */
  risk?: ManualRisk
  /** The link to where one came from. */
  back: ReactNode
  actions: ReactNode
  /** More of the coach than the name. */
  coach?: ReactNode
  /** What can be done for the next session. */
  next?: ReactNode
  /** The way to other clients. */
  steps?: ReactNode
}

/** Whose plan it is and how it stands (docs/product.md, "Plan page"). */
export const PlanHeader = ({
  client,
  contact,
  risk,
  back,
  actions,
  coach,
  next,
  steps,
}: PlanHeaderProps) => (
  <>
    <PageHeader
      title={formatClientName(client)}
      subtitle={contact && <Contact {...contact} />}
      back={back}
      actions={actions}
      beside={steps}
    />
    <LiveUpdatesPaused />
    <Facts className="mb-6 flex flex-wrap gap-x-8 gap-y-4 max-md:grid max-md:grid-cols-2 xl:grid xl:grid-cols-[repeat(7,auto)] xl:justify-start [&_dd]:font-semibold">
      <Fact name="Start date">
        <CalendarDate day={calendarDay(new Date(client.createdAt), timeZone)} />
        {client.coachingEndedAt && (
          <span className="mt-1 block text-xs font-normal text-muted">
            Ended {formatDate(client.coachingEndedAt)}
          </span>
        )}
      </Fact>
      <Fact name="Risk level">
        <span className="flex items-center gap-1">
          <ClientRiskDetails client={client} />
          {risk && (
            <Popover
              label="Manual risk levels"
              trigger={<IconButton label="Manual risk levels" icon={History} size="sm" />}
            >
              <h2 className="mb-2 text-sm">Manual risk levels</h2>
              <RiskHistory clientId={client.id} />
            </Popover>
          )}
        </span>
        {risk?.level && <SetByHand risk={risk} />}
      </Fact>
      <Fact name="Coach">{coach ?? client.coachName ?? 'Unassigned'}</Fact>
      <Fact name="Organization">{client.organizationName ?? 'No Organization'}</Fact>
      <Fact name="Open sessions">{client.openSessions}</Fact>
      <Fact name="Last session">
        <LastSession {...client} />
      </Fact>
      <Fact name="Next session" className="flex flex-col items-start">
        <NextSession {...client} />
        {next}
      </Fact>
    </Facts>
  </>
)

const contactLink = 'break-words text-brand-ink underline underline-offset-4 hover:text-ink'

const Contact = ({
  guardian,
  email,
  phone,
  prefers,
}: NonNullable<SessionsAndMetrics['contact']>) => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 print:hidden">
    {guardian && <span>Guardian: {guardian}</span>}
    <a href={`mailto:${email}`} className={contactLink}>
      {email}
    </a>
    {phone ? (
      <a href={`tel:${phone}`} className={contactLink}>
        {phone}
      </a>
    ) : (
      <span>No phone number</span>
    )}
    {prefers && <span>Prefers: {contactWayLabel[prefers].toLowerCase()}</span>}
  </p>
)

const SetByHand = ({ risk: { by, at, reason } }: { risk: ManualRisk }) => (
  <span className="mt-1 block max-w-60 text-xs font-normal text-muted">
    {by ? `Set by ${by}` : 'Set manually'}
    {at && `, ${formatDate(at)}`}
    <span className="line-clamp-2 break-words text-ink" title={reason ?? undefined}>
      {reason}
    </span>
  </span>
)

export const BackToClients = () => <BackLink to={paths.clients}>Back to Clients</BackLink>

const CalendarDate = ({ day }: { day: CalendarDay }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {formatCalendarDay(day)}
  </time>
)

/** The manually set risk levels: author, time and reason of each. */
function RiskHistory({ clientId }: { clientId: string }) {
  const history = useQuery(queryFor(listRiskLevels, { params: { id: clientId } }))
  return (
    <ReadState
      read={history}
      loading={<Skeleton className="h-20" />}
      failed="The history could not be loaded"
    >
      {(levels) =>
        levels.length ? (
          <>
            <ol className="flex flex-col gap-3">
              {levels.map(({ id, level, reason, by, at }) => (
                <li key={id} className="break-words">
                  {level ? <RiskBadge level={level} /> : 'Calculated from the score'}
                  <span className="mt-1 block text-xs text-muted">
                    By {by ?? 'a former user'}, <time dateTime={at}>{formatDateTime(at)}</time>
                  </span>
                  {reason}
                </li>
              ))}
            </ol>
            {levels.length === maxRiskLevels && (
              <p className="mt-2 text-xs text-muted">Showing the latest {maxRiskLevels}.</p>
            )}
          </>
        ) : (
          <p className="text-muted">Never set manually. It is calculated from the score.</p>
        )
      }
    </ReadState>
  )
}
