import { Link } from 'react-router'
import { type MyDay, risingRiskDays } from '#contract/coaches/my-day.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'
import { ClientRisk } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Trend } from '#web/ui/trend.tsx'

/** Clients who may need more than the next appointment. */
export const RisingRiskClients = ({ clients }: { clients: MyDay['risingRisk'] }) => (
  <Card aria-label="Rising risk">
    <CardHeader
      title="Rising risk"
      description={`Burnout assessments in the last ${risingRiskDays} days.`}
    />
    {clients.length ? (
      <ul>
        {clients.map(
          ({
            clientName,
            burnoutPercentage: burnout,
            isBurnoutInferred,
            trendValue,
            ...client
          }) => (
            <li key={client.id} className="border-t border-line first:border-t-0">
              <Link
                to={paths.plan(client.id)}
                className="-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-semibold">
                    {clientName}
                  </span>
                  <span className="flex items-center gap-2 text-xs text-muted">
                    {burnout !== null &&
                      `Burnout ${formatDecimal(burnout)}${isBurnoutInferred ? ', inferred' : ''}`}
                    {trendValue !== null && (
                      <Trend direction="up" change={formatChange(trendValue)} tone="red" />
                    )}
                  </span>
                </span>
                <ClientRisk client={client} />
              </Link>
            </li>
          ),
        )}
      </ul>
    ) : (
      <p className="text-muted">No clients with rising risk.</p>
    )}
  </Card>
)
