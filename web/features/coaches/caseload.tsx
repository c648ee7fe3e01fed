import type { CoachDetail } from '#contract/coaches/coaches.ts'
import type { RiskLevel } from '#contract/clients/clients.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { riskTone, riskLabel } from '#web/parts/risk.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { solidTone } from '#web/ui/tone.ts'

type CaseloadProps = { coach: Pick<CoachDetail, 'patientCount' | 'caseload'> }

export function Caseload({ coach: { patientCount, caseload } }: CaseloadProps) {
  const countClients = (level: RiskLevel | null) =>
    level ? caseload.risks[level] : caseload.notAssessed
  const maxClients = Math.max(1, ...levels.map(countClients))
  return (
    <Card aria-label="Caseload">
      <CardHeader title="Caseload" />
      <div className="grid grid-cols-2 gap-3">
        <StatCard label="Clients" value={formatCount(patientCount)} />
        <StatCard label="Open sessions" value={formatCount(caseload.openSessions)} />
      </div>
      <h3 id="risk-plot" className="mt-5 mb-2 text-sm">
        Clients by risk
      </h3>
      <ul aria-labelledby="risk-plot" className="flex flex-col gap-2">
        {levels.map((level) => (
          <li
            key={level}
            className="grid grid-cols-[6rem_1fr_3.25rem] items-center gap-3 text-xs text-muted"
          >
            {level ? `${riskLabel[level]} risk` : 'Not assessed'}
            <span aria-hidden className="h-3 rounded-md bg-sunken">
              <span
                className={`block h-full rounded-md ${solidTone[level ? riskTone[level] : 'neutral']}`}
                style={{ width: `${(countClients(level) / maxClients) * 100}%` }}
              />
            </span>
            <span className="text-right text-sm font-semibold text-ink tabular-nums">
              {formatCount(countClients(level))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Highest risk first; null is a client without an assessment. */
const levels: readonly (RiskLevel | null)[] = ['high', 'medium', 'low', null]
