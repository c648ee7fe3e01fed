import { useEffect, useRef } from 'react'
import type { Segment } from '#contract/transcriptions.ts'
import { clock } from '#contract/recording-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { textTone } from '#web/ui/tone.ts'
import { markedWords } from './marked-words.ts'
import { speakerTones } from './speaker-tones.ts'

type Props = {
  segments: readonly Segment[]
  /** Index of the line that is spoken now, or -1. It is kept in view. */
  current?: number
  /** Plays from there; without it the times are only read. */
  onSeek?: ((seconds: number) => void) | undefined
}

/** A transcript line by line: who, when, what. */
export function TranscriptLines({ segments, current = -1, onSeek }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const toneOf = speakerTones(segments)
  useEffect(() => keepInView(list.current, current), [current])
  return (
    <ol ref={list} className="flex flex-col">
      {segments.map((segment, index) => {
        const isCurrent = index === current
        const line = (
          <>
            <span className="flex items-baseline gap-2">
              <span className={classNames('font-semibold', textTone[toneOf(segment.speaker)])}>
                {segment.speaker}
              </span>
              <time className="text-xs text-muted tabular-nums">{clock(segment.start)}</time>
            </span>
            <Said segment={segment} />
          </>
        )
        return (
          <li
            // Two lines may begin at the same moment when people talk over each other.
            key={`${index}-${segment.start}`}
            data-line
            aria-current={isCurrent ? 'true' : undefined}
            className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
          >
            {onSeek ? (
              <button
                type="button"
                onClick={() => onSeek(segment.start)}
                title={`Play from ${clock(segment.start)}`}
                className={classNames(
                  'block w-full rounded-md border-l-4 px-3 py-2 text-left transition-colors select-text focus-visible:-outline-offset-2',
                  isCurrent ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-sunken',
                )}
              >
                {line}
              </button>
            ) : (
              <div className="px-3 py-2">{line}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The shape of lines that load. */
export function TranscriptLinesSkeleton() {
  return (
    <div className="flex flex-col gap-5 py-3">
      <Spinner label="Loading the transcript" className="sr-only" />
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  )
}

function Said({ segment }: { segment: Segment }) {
  return (
    <span data-said className="block max-w-prose">
      {markedWords(segment).map(({ text, isUncertain }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- runs of one fixed text never change places
        <span key={index}>
          {index > 0 && ' '}
          {isUncertain ? (
            <span
              data-unsure
              className="underline decoration-amber decoration-dotted decoration-2 underline-offset-4"
            >
              {text}
            </span>
          ) : (
            text
          )}
        </span>
      ))}
    </span>
  )
}

/** Scrolls only the list's own box, never the drawer around it, and only when the line is out of sight. */
function keepInView(list: HTMLOListElement | null, index: number) {
  const box = list?.closest<HTMLElement>('[data-follows-playback]')
  const line = list?.children[index]
  if (!box || !line) return
  const { top, bottom } = line.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top >= frame.top && bottom <= frame.bottom) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  box.scrollBy({ top: top - frame.top - frame.height / 3, behavior: still ? 'auto' : 'smooth' })
}
