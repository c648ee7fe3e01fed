import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { Client } from '#contract/clients.ts'
import { shortCalendarDay } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/installation.ts'
import { clientName } from '#web/lib/person-names.ts'
import { SessionDay } from '#web/parts/day.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type PlanHeaderProps = {
  client: Client
  /** The link to where one came from. */
  back: ReactNode
  actions: ReactNode
}

/** Whose plan it is and how it stands (specification part 2, section 2.2). */
export const PlanHeader = ({ client, back, actions }: PlanHeaderProps) => (
  <>
    <PageHeader title={clientName(client)} back={back} actions={actions} />
    <dl className="mb-6 flex flex-wrap gap-x-10 gap-y-4 max-md:grid max-md:grid-cols-2">
      <Fact name="Start date">
        <CalendarDate day={calendarDay(new Date(client.createdAt), timeZone)} />
      </Fact>
      <Fact name="Risk level">
        <RiskBadge level={client.riskLevel} />
      </Fact>
      <Fact name="Organization">{client.organizationName ?? 'No Organization'}</Fact>
      <Fact name="Open sessions">{client.openSessions}</Fact>
      <Fact name="Last session">
        <SessionDay date={client.lastSessionDate} none="None yet" />
      </Fact>
      <Fact name="Next session">
        <SessionDay date={client.nextSessionDate} none="Not scheduled" />
      </Fact>
    </dl>
  </>
)

export const BackToClients = () => (
  <Button asChild variant="ghost" size="sm" icon={ArrowLeft} className="-ml-3">
    <Link to={paths.clients}>Back to Clients</Link>
  </Button>
)

const CalendarDate = ({ day }: { day: CalendarDay }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {shortCalendarDay(day)}
  </time>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="mt-0.5 font-semibold">{children}</dd>
  </div>
)
