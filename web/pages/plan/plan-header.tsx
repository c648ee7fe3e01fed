import type { ReactNode } from 'react'
import { calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { Client } from '#contract/clients.ts'
import { shortCalendarDay } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/installation.ts'
import { clientName } from '#web/lib/person-names.ts'
import { BackLink } from '#web/parts/page-state.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type PlanHeaderProps = {
  client: Client
  /** The link to where one came from. */
  back: ReactNode
  actions: ReactNode
  /** More of the coach than the name. */
  coach?: ReactNode
}

/** Whose plan it is and how it stands (specification part 2, section 2.2). */
export const PlanHeader = ({ client, back, actions, coach }: PlanHeaderProps) => (
  <>
    <PageHeader title={clientName(client)} back={back} actions={actions} />
    <Facts className="mb-6 flex flex-wrap gap-x-10 gap-y-4 max-md:grid max-md:grid-cols-2 [&_dd]:font-semibold">
      <Fact name="Start date">
        <CalendarDate day={calendarDay(new Date(client.createdAt), timeZone)} />
      </Fact>
      <Fact name="Risk level">
        <RiskBadge level={client.riskLevel} />
      </Fact>
      <Fact name="Coach">{coach ?? client.coachName ?? 'Unassigned'}</Fact>
      <Fact name="Organization">{client.organizationName ?? 'No Organization'}</Fact>
      <Fact name="Open sessions">{client.openSessions}</Fact>
      <Fact name="Last session">
        <LastSession {...client} />
      </Fact>
      <Fact name="Next session">
        <NextSession {...client} />
      </Fact>
    </Facts>
  </>
)

export const BackToClients = () => <BackLink to={paths.clients}>Back to Clients</BackLink>

const CalendarDate = ({ day }: { day: CalendarDay }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {shortCalendarDay(day)}
  </time>
)
