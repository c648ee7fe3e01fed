import { TriangleAlert } from 'lucide-react'
import type { Client, RiskLevel } from '#contract/clients/clients.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** See docs/product.md, "Risk level". */
export const riskTone: Record<RiskLevel, Tone> = { low: 'green', medium: 'amber', high: 'red' }
export const riskLabel: Record<RiskLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' }

export const RiskBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={riskTone[level]}>{riskLabel[level]}</Badge>
  ) : (
    <span className="text-muted">N/A</span>
  )

type ClientRiskProps = { client: Pick<Client, 'riskLevel' | 'safetyMarks'> }

/** A client with an open safety concern has no calm color. */
export const ClientRisk = ({ client: { riskLevel, safetyMarks } }: ClientRiskProps) =>
  safetyMarks.length ? (
    <Badge tone="red" className="px-1.5">
      Concern
      <span className="sr-only">
        {' '}
        about safety, not yet acknowledged. Level by score: {getLabel(riskLevel)}
      </span>
    </Badge>
  ) : (
    <RiskBadge level={riskLevel} />
  )

/** The same with more room. */
export const ClientRiskDetails = ({ client }: ClientRiskProps) =>
  client.safetyMarks.length ? (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="red" icon={TriangleAlert}>
        Safety concern
      </Badge>
      <span className="text-xs font-normal text-muted">
        Not yet acknowledged. Level by score: {getLabel(client.riskLevel)}
      </span>
    </span>
  ) : (
    <RiskBadge level={client.riskLevel} />
  )

const getLabel = (level: RiskLevel | null) => (level ? riskLabel[level] : 'N/A')

/** The risk level of most people in a group, where the counts are published. */
export const MostCommonRiskBadge = ({ level }: { level: RiskLevel | null }) =>
  level ? (
    <Badge tone={riskTone[level]}>Mostly {riskLabel[level].toLowerCase()}</Badge>
  ) : (
    <SuppressedFigure />
  )
