import { Play } from 'lucide-react'
import type { ValueQuote } from '#contract/found-values.ts'
import { clock } from '#contract/recording-time.ts'
import { Button } from '#web/ui/button.tsx'

export type OnPlay = (part: { start: number; end: number }) => void

type ValueQuotesProps = {
  quotes: readonly ValueQuote[]
  /** Plays the seconds of a quote; without it they are only read. */
  onPlay: OnPlay | undefined
}

/** The words that a value came from, each with where they stand. */
export const ValueQuotes = ({ quotes, onPlay }: ValueQuotesProps) => (
  <ul className="flex flex-col gap-3">
    {quotes.map((quote, index) => (
      <li key={`${index} ${quote.text}`} className="flex flex-col gap-1">
        {quote.reason && (
          <p>
            <span className="font-semibold">{quote.isProtective ? 'Protects: ' : 'Risk: '}</span>
            {quote.reason}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <blockquote className="min-w-0 flex-1 basis-48 border-l-2 border-line pl-3 break-words">
            “{quote.text}”<span className="block text-xs text-muted">{whereOf(quote)}</span>
          </blockquote>
          {onPlay && quote.place?.time && <PlayQuote time={quote.place.time} onPlay={onPlay} />}
        </div>
      </li>
    ))}
  </ul>
)

type PlayQuoteProps = { time: { start: number; end: number }; onPlay: OnPlay }

const PlayQuote = ({ time, onPlay }: PlayQuoteProps) => (
  <Button
    variant="secondary"
    size="sm"
    icon={Play}
    aria-label={`Play from ${clock(time.start)}`}
    onClick={() => onPlay(time)}
  >
    Play
  </Button>
)

function whereOf({ place }: ValueQuote) {
  if (!place) return 'Not found in the conversation'
  const at = place.time ? clock(place.time.start) : `turn ${place.turn} of the conversation`
  return `${place.speaker ?? 'Somebody'}, ${at}`
}

/** The quote that is played first: one in the client's own words where there is one. */
export const partToPlay = (quotes: readonly ValueQuote[]) =>
  (
    quotes.find(({ place }) => place?.time && place.isClients) ??
    quotes.find((it) => it.place?.time)
  )?.place?.time ?? undefined
