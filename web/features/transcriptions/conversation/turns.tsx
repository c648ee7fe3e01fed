import { useMemo } from 'react'
import { compactCharacters } from '#contract/sessions/sessions.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { solidTone, textTone } from '#web/ui/tone.ts'
import { isTruncated } from './compact-view.tsx'
import { type TimedTurn, timedTurns } from '#contract/rules/conversation-turns.ts'
import { speakerTones } from '../transcript/speaker-tones.ts'

type TurnsProps = {
  /** The conversation as it is stored. */
  text: string
  /** The raw transcript, which gives the time of each turn. */
  segments: readonly Segment[]
  isFull: boolean
  /** Plays from there; undefined if there is no recording. */
  onSeek?: ((seconds: number) => void) | undefined
}

/** The turns of a conversation with speaker and time, in full or cut for the compact view. */
export function Turns({ text, segments, isFull, onSeek }: TurnsProps) {
  const turns = useMemo(() => timedTurns(text, segments), [text, segments])
  const shown = isFull || !isTruncated(text) ? turns : cut(turns)
  const getTone = useMemo(() => speakerTones(turns), [turns])
  return (
    <ol className="flex flex-col gap-4">
      {shown.map(({ speaker, start, text: said, from }) => {
        const tone = getTone(speaker)
        return (
          <li
            key={from}
            className="relative pl-4 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
          >
            <span
              aria-hidden
              className={classNames('absolute inset-y-0 left-0 w-1 rounded-full', solidTone[tone])}
            />
            {(speaker !== null || start !== null) && (
              <p className="flex min-h-6 items-center gap-2">
                <span dir="auto" className={classNames('font-semibold', textTone[tone])}>
                  {speaker}
                </span>
                {start !== null && <Moment seconds={start} onSeek={onSeek} />}
              </p>
            )}
            <p dir="auto" className="max-w-prose break-words whitespace-pre-wrap">
              {said}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

function cut(turns: readonly TimedTurn[]) {
  const shown = turns.filter(({ from }) => from < compactCharacters)
  return shown.map((turn, index) => {
    const isLast = index === shown.length - 1
    return isLast
      ? { ...turn, text: `${turn.text.slice(0, compactCharacters - turn.from)}…` }
      : turn
  })
}

type MomentProps = { seconds: number; onSeek?: ((seconds: number) => void) | undefined }

/** A time, which plays the recording from there when clicked. */
export function Moment({ seconds, onSeek }: MomentProps) {
  const time = <time className="text-xs text-muted tabular-nums">{formatTime(seconds)}</time>
  if (!onSeek) return time
  return (
    <button
      type="button"
      title={`Play from ${formatTime(seconds)}`}
      aria-label={`Play from ${formatTime(seconds)}`}
      onClick={() => onSeek(seconds)}
      className="flex min-h-6 min-w-6 items-center justify-center rounded-md px-1 transition-colors hover:bg-sunken hover:underline"
    >
      {time}
    </button>
  )
}
