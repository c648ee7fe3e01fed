import { Activity, CircleAlert, CircleCheck, Timer } from 'lucide-react'
import type { ExecutionStats as Stats } from '#contract/executions.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'
import { formatMilliseconds, successRate } from './execution-format.ts'

/** Four figures about all matching executions (docs/product.md, "AI execution logs"). */
export const ExecutionStats = ({ stats }: { stats: Stats | undefined }) => (
  <StatRow label="Executions in figures">
    <StatCard
      label="Total Executions"
      icon={Activity}
      value={stats && formatCount(stats.totalExecutions)}
    />
    <StatCard
      label="Success Rate"
      icon={CircleCheck}
      value={stats && formatPercent(successRate(stats))}
    />
    <StatCard label="Errors" icon={CircleAlert} value={stats && formatCount(stats.errorCount)} />
    <StatCard
      label="Avg Response"
      icon={Timer}
      value={stats && formatMilliseconds(stats.avgResponseTime)}
    />
  </StatRow>
)
