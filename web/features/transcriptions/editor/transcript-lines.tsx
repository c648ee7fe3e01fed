import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { Play } from 'lucide-react'
import { isOtherLanguage, type Segment } from '#contract/transcriptions/transcriptions.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { textTone, type Tone } from '#web/ui/tone.ts'
import { MarkedText } from './marked-text.tsx'
import { speakerTones } from '../transcript/speaker-tones.ts'

type Props = {
  segments: readonly Segment[]
  /** Index of the line being played, or -1. It is kept in view. */
  current?: number
  /** Plays from there; undefined if there is no recording. */
  onSeek?: ((seconds: number) => void) | undefined
  /** An uncertain word was focused or clicked. */
  onUncertain?: ((line: number, nth: number, isPressed: boolean) => void) | undefined
}

/**
 * The lines of a transcript: speaker, time and text. The lines are one tab stop with arrow keys between them; Tab moves
 * through the uncertain words.
 */
export function TranscriptLines({ segments, current = -1, onSeek, onUncertain }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const getTone = useMemo(() => speakerTones(segments), [segments])
  useEffect(() => scrollIntoView(list.current, current), [current])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it
    <ol ref={list} className="flex flex-col" onKeyDown={moveFocus}>
      {segments.map((segment, index) => (
        <Line
          // Two lines may begin at the same moment when people talk over each other.
          key={`${index}-${segment.start}`}
          index={index}
          segment={segment}
          tone={getTone(segment.speaker)}
          isCurrent={index === current}
          isStop={index === Math.max(current, 0)}
          onSeek={onSeek}
          onUncertain={onUncertain}
        />
      ))}
    </ol>
  )
}

type LineProps = Pick<Props, 'onSeek' | 'onUncertain'> & {
  index: number
  segment: Segment
  tone: Tone
  isCurrent: boolean
  /** The tab stop of the list. */
  isStop: boolean
}

/** Memoized: playback changes two of a thousand lines. */
const Line = memo(function Line(props: LineProps) {
  const { index, segment, tone, isCurrent, isStop, onSeek, onUncertain } = props
  const { speaker, start } = segment
  const head = (
    <>
      <span dir="auto" className={classNames('font-semibold', textTone[tone])}>
        {speaker}
      </span>
      <time className="text-xs text-muted tabular-nums">{formatTime(start)}</time>
    </>
  )
  const said = isOtherLanguage(segment) ? (
    <OtherLanguage onPlay={onSeek && (() => onSeek(start))} />
  ) : (
    <span data-said dir="auto" className="block max-w-prose">
      <MarkedText
        segment={segment}
        onUncertain={onUncertain && ((nth, isPressed) => onUncertain(index, nth, isPressed))}
      />
    </span>
  )
  return (
    <li
      data-index={index}
      aria-current={isCurrent ? 'true' : undefined}
      className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      {onSeek ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a larger place to press for the button in it
        <div
          onClick={() => onSeek(start)}
          className={classNames(
            'cursor-pointer rounded-md border-l-4 px-3 py-2 transition-colors',
            isCurrent ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-sunken',
          )}
        >
          <button
            type="button"
            data-line-start
            tabIndex={isStop ? undefined : -1}
            title={`Play from ${formatTime(start)}`}
            className="flex items-baseline gap-2 rounded-md"
          >
            {head}
          </button>
          {said}
        </div>
      ) : (
        <div className="px-3 py-2">
          <span className="flex items-baseline gap-2">{head}</span>
          {said}
        </div>
      )}
    </li>
  )
})

/** Instead of words that the engine would have made up. */
const OtherLanguage = ({ onPlay }: { onPlay: (() => void) | undefined }) => (
  <span data-said className="flex flex-wrap items-center gap-2 py-1">
    <Badge tone="amber">another language?</Badge>
    {onPlay && (
      <Button
        variant="secondary"
        size="sm"
        icon={Play}
        onClick={(event) => {
          event.stopPropagation()
          onPlay()
        }}
      >
        Play
      </Button>
    )}
  </span>
)

/** Arrow keys move between the start buttons of the lines. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined || !(event.target as Element).matches('[data-line-start]')) return
  const starts = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line-start]')]
  const next = starts[starts.indexOf(event.target as HTMLElement) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
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

/** Scrolls only the list's own box, never the drawer around it, and only when the line is out of sight. */
function scrollIntoView(list: HTMLOListElement | null, index: number) {
  const box = list?.closest<HTMLElement>('[data-follows-playback]')
  const line = list?.children[index]
  if (!box || !line) return
  const { top, bottom } = line.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top >= frame.top && bottom <= frame.bottom) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  box.scrollBy({ top: top - frame.top - frame.height / 3, behavior: still ? 'auto' : 'smooth' })
}
