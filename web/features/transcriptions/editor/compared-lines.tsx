import { useMemo } from 'react'
import { formatTime } from '#contract/rules/recording-time.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { classNames } from '#web/ui/class-names.ts'
import { textTone } from '#web/ui/tone.ts'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { type ComparedLine, compareLines } from './compare-lines.ts'
import { speakerTones } from '../transcript/speaker-tones.ts'

type Version = { title: string; segments: readonly Segment[] }

/** Two versions of a transcript side by side, with their differences marked. */
export function ComparedLines({ before, after }: { before: Version; after: Version }) {
  const { passages, renamed } = useMemo(() => {
    const found = compareLines(before.segments, after.segments)
    return { ...found, passages: found.passages.map((it, key) => ({ ...it, key })) }
  }, [before.segments, after.segments])
  const changed = passages.filter(({ isSame }) => !isSame).length
  const sides = [
    { title: before.title, side: 'before', toneOf: speakerTones(before.segments) },
    { title: after.title, side: 'after', toneOf: speakerTones(after.segments) },
  ] as const
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        {renamed.map(([from, to]) => `${from} is now ${to}. `)}
        {changed === 0 ? (
          'No differences.'
        ) : (
          <>
            {changed === 1 ? '1 passage differs' : `${changed} passages differ`}:{' '}
            <del className={removed}>struck through</del> is only in “{before.title}”,{' '}
            <ins className={added}>underlined</ins> only in “{after.title}”.
          </>
        )}
      </p>
      <div aria-hidden className="grid grid-cols-2 gap-4 px-3 font-semibold max-md:hidden">
        {sides.map(({ title }) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      <VirtualList
        label={`${before.title} and ${after.title}, side by side`}
        rows={passages}
        rowKey={({ key }) => key}
        rowHeight={64}
        isOnlyRead
        className="max-h-[60vh] rounded-md border border-line p-1"
      >
        {(passage) => (
          <div
            className={classNames(
              'grid grid-cols-2 gap-4 border-l-4 px-2 py-2 max-md:grid-cols-1 max-md:gap-2',
              passage.isSame ? 'border-transparent' : 'border-outline',
            )}
          >
            {sides.map(({ title, side, toneOf }) => (
              <div
                key={title}
                // Stacked on a phone: identical passages are shown once.
                className={classNames(
                  'flex min-w-0 flex-col gap-2',
                  passage.isSame && side === 'before' && 'max-md:hidden',
                )}
              >
                <span className={passage.isSame ? 'sr-only' : 'text-xs text-muted md:sr-only'}>
                  {title}
                </span>
                {passage[side].map((line, index) => (
                  <Line
                    // oxlint-disable-next-line react/no-array-index-key -- lines of one passage never change places
                    key={index}
                    line={line}
                    tone={textTone[toneOf(line.speaker)]}
                    isBefore={side === 'before'}
                  />
                ))}
                {passage[side].length === 0 && <p className="text-muted">Nothing.</p>}
              </div>
            ))}
          </div>
        )}
      </VirtualList>
    </div>
  )
}

const removed = 'rounded-md bg-red-soft px-0.5 text-red-ink'
const added = 'rounded-md bg-green-soft px-0.5 text-green-ink'

function Line({ line, tone, isBefore }: { line: ComparedLine; tone: string; isBefore: boolean }) {
  const Mark = isBefore ? 'del' : 'ins'
  const look = isBefore ? removed : added
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span dir="auto" className={classNames('font-semibold', tone)}>
          {line.isOtherSpeaker ? <Mark className={look}>{line.speaker}</Mark> : line.speaker}
        </span>
        <time className="text-xs text-muted">{formatTime(line.start)}</time>
      </p>
      <p dir="auto" className="max-w-prose break-words">
        {line.runs.map(({ text, isOther }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- runs of one fixed text never change places
          <span key={index}>
            {index > 0 && ' '}
            {isOther ? <Mark className={look}>{text}</Mark> : text}
          </span>
        ))}
      </p>
    </div>
  )
}
