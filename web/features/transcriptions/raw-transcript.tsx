import { useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { warningText } from '#contract/transcriptions.ts'
import { Banner } from '#web/ui/banner.tsx'
import { isCut, SpokenText, ViewSwitch } from './compact-view.tsx'
import { TranscriptLines } from './transcript-lines.tsx'
import { TranscriptSearch } from './transcript-search.tsx'
import { UnsureWords } from './unsure-words.tsx'
import { useHighlights } from './use-highlights.ts'
import type { TranscriptPlaces } from './use-transcript-places.ts'

type RawTranscriptProps = {
  session: SessionDetail
  places: TranscriptPlaces
  /** The line that is spoken now, or -1. */
  current: number
  onSeek: ((seconds: number) => void) | undefined
  onNextUnsure: () => void
}

/** Speech to text, compact or full, with what is doubtful about it; whoever searches reads it in full. */
export function RawTranscript(props: RawTranscriptProps) {
  const { session, places, current, onSeek, onNextUnsure } = props
  const [isOpen, setOpen] = useState(false)
  const { transcribedTextRaw, segments, transcription } = session
  const text = transcribedTextRaw ?? ''
  const warnings = transcription?.status === 'completed' ? transcription.warnings : []
  const isFull = isOpen || places.searched.trim() !== '' || places.current !== null
  const lines = useRef<HTMLDivElement>(null)
  useHighlights(lines, places)
  return (
    <div className="flex flex-col gap-3">
      {warnings.length > 0 && (
        <Banner tone="amber">
          {warnings.map((warning) => (
            <p key={warning}>{warningText[warning]}</p>
          ))}
        </Banner>
      )}
      {segments.length > 0 && (
        <>
          <TranscriptSearch places={places} />
          <UnsureWords places={places} onNext={onNextUnsure} />
        </>
      )}
      {isFull && segments.length > 0 ? (
        <div ref={lines}>
          <TranscriptLines segments={segments} current={current} onSeek={onSeek} />
        </div>
      ) : (
        <SpokenText text={text} isFull={isFull} />
      )}
      {text === '' && <p className="text-muted">The transcript is empty.</p>}
      {(isCut(text) || segments.length > 0) && (
        <div>
          <ViewSwitch
            isFull={isFull}
            onChange={(next) => {
              setOpen(next)
              // Compact again: what was looked for is not in view any more.
              if (!next) places.search('')
            }}
          />
        </div>
      )}
    </div>
  )
}
