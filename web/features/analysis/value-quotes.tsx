import { Play } from 'lucide-react'
import type { ValueQuote } from '#contract/analysis/found-values.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Button } from '#web/ui/button.tsx'
import { groupQuotes } from './group-quotes.ts'

export type OnPlay = (part: { start: number; end: number }) => void

type ValueQuotesProps = {
  quotes: readonly ValueQuote[]
  /** Plays a quote; undefined where there is no recording. */
  onPlay: OnPlay | undefined
}

/** The quotes of a value with their places; grouped quotes play as one. */
export const ValueQuotes = ({ quotes, onPlay }: ValueQuotesProps) => (
  <ul className="flex flex-col gap-3">
    {groupQuotes(quotes).map((answer, index) => {
      const time = getTime(answer)
      return (
        <li
          key={`${index} ${answer[0]?.text}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2">
            {answer.map((quote) => (
              <Quote key={quote.text} quote={quote} />
            ))}
          </div>
          {onPlay && time && <PlayQuote time={time} onPlay={onPlay} />}
        </li>
      )
    })}
  </ul>
)

const Quote = ({ quote }: { quote: ValueQuote }) => (
  <div className="flex flex-col gap-1">
    {quote.reason && (
      <p>
        <span className="font-semibold">
          {quote.isProtective ? 'Protective factor: ' : 'Risk factor: '}
        </span>
        {quote.reason}
      </p>
    )}
    <blockquote dir="auto" className="min-w-0 border-l-2 border-line pl-3 break-words">
      “{quote.text}”<span className="block text-xs text-muted">{formatPlace(quote)}</span>
    </blockquote>
  </div>
)

type PlayQuoteProps = { time: { start: number; end: number }; onPlay: OnPlay }

const PlayQuote = ({ time, onPlay }: PlayQuoteProps) => (
  <Button
    variant="secondary"
    size="sm"
    icon={Play}
    aria-label={`Play from ${formatTime(time.start)}`}
    onClick={() => onPlay(time)}
  >
    Play
  </Button>
)

function formatPlace({ place }: ValueQuote) {
  if (!place) return 'Not found in the conversation'
  const at = place.time ? formatTime(place.time.start) : `turn ${place.turn} of the conversation`
  return `${place.speaker ?? 'Unknown speaker'}, ${at}`
}

/** Prefers an answer in the client's own words. */
export function findSpanToPlay(quotes: readonly ValueQuote[]) {
  const playable = groupQuotes(quotes).filter(getTime)
  const own = playable.find((answer) => answer.some(({ place }) => place?.time && place.isClients))
  const first = own ?? playable[0]
  return first && getTime(first)
}

function getTime(answer: readonly ValueQuote[]) {
  const times = answer.flatMap(({ place }) => place?.time ?? [])
  if (!times.length) return undefined
  return {
    start: Math.min(...times.map(({ start }) => start)),
    end: Math.max(...times.map(({ end }) => end)),
  }
}
