import type { Client } from '#contract/clients.ts'
import { count } from '#web/lib/numbers.ts'
import { riskTone, riskWord } from '#web/parts/risk.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { solidTone } from '#web/ui/tone.ts'
import { caseloadOf } from './caseload-count.ts'

/** How much work a coach has, and how hard it is. */
export function Caseload({ clients }: { clients: readonly Client[] }) {
  const caseload = caseloadOf(clients)
  const most = Math.max(1, ...caseload.risks.map((it) => it.count))
  return (
    <Card aria-label="Caseload">
      <CardHeader title="Caseload" />
      <div className="grid grid-cols-2 gap-3">
        <StatCard label="Clients" value={count(caseload.clients)} />
        <StatCard label="Open sessions" value={count(caseload.openSessions)} />
      </div>
      <h3 id="risk-plot" className="mt-5 mb-2 text-sm">
        Clients by risk
      </h3>
      <ul aria-labelledby="risk-plot" className="flex flex-col gap-2">
        {caseload.risks.map(({ level, count: clientCount }) => (
          <li
            key={level}
            className="grid grid-cols-[6rem_1fr_2.5rem] items-center gap-3 text-xs text-muted"
          >
            {level ? `${riskWord[level]} risk` : 'Not assessed'}
            <span aria-hidden className="h-3 rounded-md bg-sunken">
              <span
                className={`block h-full rounded-md ${solidTone[level ? riskTone[level] : 'neutral']}`}
                style={{ width: `${(clientCount / most) * 100}%` }}
              />
            </span>
            <span className="text-right text-sm font-semibold text-ink tabular-nums">
              {count(clientCount)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
