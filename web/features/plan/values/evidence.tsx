import { Play } from 'lucide-react'
import type { FoundBy } from '#contract/found-values.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'

export type OpenValues = (sessionId: string, part?: { start: number; end: number }) => void

type EvidenceProps = {
  found: FoundBy
  /** Missing for those who may not decide. */
  onOpenValues: OpenValues | undefined
}

/** The words that an analysis found a value in, and what a person said of it. */
export function Evidence({ found, onOpenValues }: EvidenceProps) {
  const { sessionId, quotes } = found
  const said = quotes.filter(({ place }) => place?.isClients)
  const part = said.find(({ place }) => place?.time)?.place?.time
  return (
    <span className="mt-1 flex flex-col items-start gap-2">
      {said.map(({ text }) => (
        <q key={text} className="border-l-2 border-line pl-2">
          {text}
        </q>
      ))}
      <span className="text-xs text-muted">
        {decidedOf(found)}
        {found.isRefusedSince && ' Made before the client refused analysis.'}
      </span>
      {onOpenValues && quotes.length > 0 && (
        <span className="flex flex-wrap gap-2">
          {part && (
            <Button
              size="sm"
              variant="secondary"
              icon={Play}
              onClick={() => onOpenValues(sessionId, part)}
            >
              Play
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => onOpenValues(sessionId)}>
            Open values
          </Button>
        </span>
      )}
    </span>
  )
}

function decidedOf({ decision, decidedBy, decidedAt, machineValue }: FoundBy) {
  if (decision === null) return 'Not confirmed yet.'
  const who = decidedBy ?? 'somebody whose account is gone'
  const when = decidedAt ? `, ${formatDateTime(decidedAt)}` : ''
  return decision === 'corrected'
    ? `Corrected by ${who}${when}: the machine said ${formatDecimal(machineValue)}.`
    : `Confirmed by ${who}${when}.`
}
