import { useQuery } from '@tanstack/react-query'
import {
  countClients,
  type WaitingFor,
  waitingFor,
  waitingLabel,
} from '#contract/clients/clients.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { FiguresState } from '#web/parts/figures-state.tsx'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'

type ClientStatsProps = {
  chosen: WaitingFor | undefined
  /** '' for all clients. */
  onChoose: (waiting: WaitingFor | '') => void
}

/** Counts of an administrator's clients; each filters the list. */
export function ClientStats({ chosen, onChoose }: ClientStatsProps) {
  const figures = useQuery(queryFor(countClients, {}))
  return (
    <FiguresState read={figures}>
      {(data) => (
        <StatRow label="Clients by next step">
          <StatCard
            label="All Clients"
            value={data && formatCount(data.total)}
            isPressed={chosen === undefined}
            onClick={() => onChoose('')}
          />
          {waitingFor.options.map((work) => (
            <StatCard
              key={work}
              label={waitingLabel[work]}
              value={data && formatCount(data.waitingFor[work])}
              isPressed={chosen === work}
              onClick={() => onChoose(chosen === work ? '' : work)}
            />
          ))}
        </StatRow>
      )}
    </FiguresState>
  )
}
