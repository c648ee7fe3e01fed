import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { warningText } from '#contract/transcriptions.ts'
import { Banner } from '#web/ui/banner.tsx'
import { isCut, SpokenText, ViewSwitch } from './compact-view.tsx'
import { hasUncertainWords } from './marked-words.ts'
import { TranscriptLines } from './transcript-lines.tsx'

/** Speech to text, compact or full, with what is doubtful about it. */
export function RawTranscript({
  session,
  onSeek,
}: {
  session: SessionDetail
  onSeek: ((seconds: number) => void) | undefined
}) {
  const [isFull, setFull] = useState(false)
  const { transcribedTextRaw, segments, transcription } = session
  const text = transcribedTextRaw ?? ''
  const warnings = transcription?.status === 'completed' ? transcription.warnings : []
  return (
    <div className="flex flex-col gap-3">
      {warnings.length > 0 && (
        <Banner tone="amber">
          {warnings.map((warning) => (
            <p key={warning}>{warningText[warning]}</p>
          ))}
        </Banner>
      )}
      {isFull && segments.length > 0 ? (
        <>
          {hasUncertainWords(segments) && (
            <p className="text-xs text-muted">
              <span className="underline decoration-amber decoration-dotted decoration-2 underline-offset-4">
                Dotted words
              </span>{' '}
              are uncertain: about half of them are wrong. Listen before you rely on them.
            </p>
          )}
          <TranscriptLines segments={segments} onSeek={onSeek} />
        </>
      ) : (
        <SpokenText text={text} isFull={isFull} />
      )}
      {text === '' && <p className="text-muted">The transcript is empty.</p>}
      {(isCut(text) || segments.length > 0) && (
        <div>
          <ViewSwitch isFull={isFull} onChange={setFull} />
        </div>
      )}
    </div>
  )
}
