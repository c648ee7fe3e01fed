import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { findDraft } from '#web/form/form-drafts.ts'
import { describeError } from '#web/lib/api.ts'
import { useQueryError } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { isTruncated, SpokenText, ViewSwitch } from '../conversation/compact-view.tsx'
import { ComparedLines } from '../editor/compared-lines.tsx'
import { correctionsName, draftQuery, originalQuery, readDraft } from '../editor/draft-reads.ts'
import { TranscriptLines, TranscriptLinesSkeleton } from '../editor/transcript-lines.tsx'
import { TranscriptSearch } from './transcript-search.tsx'
import { UncertainWords } from '../editor/uncertain-words.tsx'
import { useHighlights } from '../editor/use-highlights.ts'
import { Warnings } from './warnings.tsx'
import type { TranscriptPlaces } from './use-transcript-places.ts'
import { LinesEditor } from '../editor/lines-editor.tsx'

type RawTranscriptProps = {
  session: SessionDetail
  places: TranscriptPlaces
  /** The line being played, or -1. */
  current: number
  onSeek: ((seconds: number) => void) | undefined
  onNextUncertain: () => void
  onUncertain: (line: number, nth: number, isPressed: boolean) => void
  /** The lines with unsaved corrections, for the player and the search. */
  onLines: (lines: readonly Segment[] | undefined) => void
}

/** The raw transcript, compact or full; a search shows it in full. */
export function RawTranscript(props: RawTranscriptProps) {
  const { session, places, current, onSeek, onNextUncertain, onUncertain, onLines } = props
  const [isOpen, setOpen] = useState(false)
  const { transcribedTextRaw, segments, transcriptWarnings } = session
  const text = transcribedTextRaw ?? ''
  const isFull = isOpen || places.searched.trim() !== '' || places.current !== null
  const lines = useRef<HTMLDivElement>(null)
  useHighlights(lines, places)
  const [isComparing, setComparing] = useState(false)
  // Moving to a place in the transcript ends the comparison.
  const [place, setPlace] = useState(places.current)
  if (place !== places.current) {
    setPlace(places.current)
    setComparing(false)
  }
  const [isCorrecting, setCorrecting] = useState(
    () => findDraft(correctionsName(session.id)) !== undefined,
  )
  const [wasCorrected, setCorrected] = useState(false)
  const isCompared = isComparing && session.isCorrected
  const queries = useQueryClient()
  const drafts = useQuery(draftQuery(session.id))
  const draft = drafts.data?.draft ?? null
  const failure = useQueryError(drafts)
  /** Reads the draft first: another window may have changed it. The banner above shows errors. */
  const correct = () =>
    void readDraft(queries, session.id).then(
      () => setCorrecting(true),
      () => {},
    )
  if (isCorrecting && drafts.data)
    return (
      <LinesEditor
        session={session}
        draft={draft}
        places={places}
        current={current}
        onSeek={onSeek}
        onNextUncertain={onNextUncertain}
        onLines={onLines}
        onDone={() => {
          setCorrected(true)
          setCorrecting(false)
        }}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      {failure && (
        <Banner
          tone="amber"
          role="alert"
          action={
            <Button
              variant="secondary"
              size="sm"
              isPending={drafts.isFetching}
              onClick={() => void drafts.refetch()}
            >
              Try again
            </Button>
          }
        >
          Couldn’t check whether you have unsaved corrections. {describeError(failure)}
        </Banner>
      )}
      {draft && (
        <Banner
          tone="blue"
          action={
            <Button
              variant="secondary"
              size="sm"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the lines made way for this button
              autoFocus={wasCorrected}
              isPending={drafts.isFetching}
              onClick={correct}
            >
              Continue
            </Button>
          }
        >
          You have unsaved corrections from {formatDateTime(draft.savedAt)}.
        </Banner>
      )}
      <Warnings warnings={transcriptWarnings} />
      {segments.length > 0 && !isCompared && (
        <>
          <TranscriptSearch places={places} />
          <UncertainWords places={places} onNext={onNextUncertain} />
        </>
      )}
      <div ref={lines}>
        {isCompared ? (
          <OriginalTranscript session={session} />
        ) : isFull && segments.length > 0 ? (
          <TranscriptLines
            segments={segments}
            current={current}
            onSeek={onSeek}
            onUncertain={onUncertain}
          />
        ) : (
          <SpokenText text={text} isFull={isFull} />
        )}
      </div>
      {text === '' && <p className="text-muted">The transcript is empty.</p>}
      {(isTruncated(text) || segments.length > 0) && (
        <div className="flex flex-wrap gap-2">
          {!isCompared && (
            <ViewSwitch
              isFull={isFull}
              onChange={(next) => {
                setOpen(next)
                // The matches are not in the compact view.
                if (!next) places.search('')
              }}
            />
          )}
          {segments.length > 0 && !draft && (
            <Button
              variant="secondary"
              size="sm"
              icon={Pencil}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the lines made way for this button
              autoFocus={wasCorrected}
              isPending={drafts.isFetching}
              disabled={!drafts.data}
              onClick={correct}
            >
              Correct lines
            </Button>
          )}
          {session.isCorrected && (
            <Button
              variant="secondary"
              size="sm"
              icon={History}
              aria-expanded={isComparing}
              onClick={() => setComparing(!isComparing)}
            >
              {isComparing ? 'Hide the original' : 'Compare with the original'}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The transcript before corrections, next to the current one. */
function OriginalTranscript({ session }: { session: SessionDetail }) {
  const first = useQuery(originalQuery(session.id))
  return (
    <ReadState
      read={first}
      loading={<TranscriptLinesSkeleton />}
      failed="The original could not be loaded"
    >
      {({ segments }) => (
        <ComparedLines
          before={{ title: 'Original', segments }}
          after={{ title: 'Now', segments: session.segments }}
        />
      )}
    </ReadState>
  )
}
