import { memo } from 'react'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { clientName } from '#web/lib/person-names.ts'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import type { ListRows } from '#web/ui/list-body.tsx'
import { VirtualCards } from '#web/ui/virtual-cards.tsx'
import { BurnoutBar, BurnoutTrend } from './burnout.tsx'
import { ClientIdentity } from './client-table.tsx'

/** The list on phones: one card for each client. */
export const ClientCards = ({ list }: { list: ListRows<Client> }) => (
  <VirtualCards
    label="Clients"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={300}
    renderRow={(client) => <ClientCard client={client} />}
  />
)

const ClientCard = memo(function ClientCard({ client }: { client: Client }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <ClientIdentity client={client} />
        <RiskBadge level={client.riskLevel} />
      </div>
      <Facts className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Last session">
          <LastSession {...client} />
        </Fact>
        <Fact name="Next session">
          <NextSession {...client} />
        </Fact>
        <Fact name="Burnout">
          <BurnoutBar burnoutPercentage={client.burnoutPercentage} />
        </Fact>
        <Fact name="Trend">
          <BurnoutTrend {...client} />
        </Fact>
        <Fact name="Open sessions">{client.openSessions}</Fact>
      </Facts>
      <Button asChild variant="secondary" className="mt-4 w-full">
        <Link to={paths.plan(client.id)}>
          View Plan<span className="sr-only"> of {clientName(client)}</span>
        </Link>
      </Button>
    </>
  )
})
