import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BriefQuote } from '#contract/briefs/briefs.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'

/** Plays the quote in the recording of its session. */
export type OnPlay = (sessionId: string, part: { start: number; end: number }) => void

type PlayableQuoteProps = {
  quote: BriefQuote

  about?: ReactNode
  onPlay: OnPlay
}

export function PlayableQuote({ quote, about, onPlay }: PlayableQuoteProps) {
  const { text, session, turn, speaker, time } = quote
  const at = time ? formatTime(time.start) : `turn ${turn} of the conversation`
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <blockquote
        dir="auto"
        className="min-w-0 flex-1 basis-56 border-l-2 border-line pl-3 break-words"
      >
        “{text}”
        <span className="block text-xs text-muted">
          {about && <>{about} · </>}
          {speaker ?? 'Unknown speaker'}, {formatDate(session.date)}, {at}
        </span>
      </blockquote>
      {time && (
        <Button
          variant="secondary"
          size="sm"
          icon={Play}
          aria-label={`Play “${text}”`}
          onClick={() => onPlay(session.id, time)}
        >
          Play
        </Button>
      )}
    </div>
  )
}
