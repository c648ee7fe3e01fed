import { Play } from 'lucide-react'
import type { FoundBy } from '#contract/analysis/found-values.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'

export type OpenValues = (sessionId: string, part?: { start: number; end: number }) => void

type EvidenceProps = {
  found: FoundBy
  /** Missing for readers who may not decide. */
  onOpenValues: OpenValues | undefined
}

/** The quotes that an analysis found a value in, and what a person decided about it. */
export function Evidence({ found, onOpenValues }: EvidenceProps) {
  const { sessionId, quotes } = found
  const clientQuotes = quotes.filter(({ place }) => place?.isClients)
  const part = clientQuotes.find(({ place }) => place?.time)?.place?.time
  return (
    <span className="mt-1 flex flex-col items-start gap-2">
      {clientQuotes.map(({ text }) => (
        <q key={text} dir="auto" className="border-l-2 border-line pl-2">
          {text}
        </q>
      ))}
      <span className="text-xs text-muted">
        {decisionText(found)}
        {found.isWithdrawnSince && ' From before the client withdrew consent.'}
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

function decisionText({ decision, decidedBy, decidedAt, machineValue }: FoundBy) {
  if (decision === null) return 'Not confirmed yet.'
  const who = decidedBy ?? 'a former user'
  const when = decidedAt ? `, ${formatDateTime(decidedAt)}` : ''
  return decision === 'corrected'
    ? `Corrected by ${who}${when}. The analysis found ${formatDecimal(machineValue)}.`
    : `Confirmed by ${who}${when}.`
}
