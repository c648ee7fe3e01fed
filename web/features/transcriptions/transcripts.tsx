import { AudioLines, MessagesSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { describeOrigin } from '#contract/sessions/conversation-origin.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { type Segment, transcriptionEstimate } from '#contract/transcriptions/transcriptions.ts'
import { findDraft } from '#web/form/form-drafts.ts'
import { formatDate } from '#web/lib/dates.ts'
import { useTranscript } from '#web/lib/session-queries.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { draftName } from './conversation/edit-conversation.tsx'
import { NewTranscript } from './transcript/new-transcript.tsx'
import { RawTranscript } from './transcript/raw-transcript.tsx'
import { TranscriptLinesSkeleton } from './editor/transcript-lines.tsx'
import { TranscribeAgain } from './transcribe-again.tsx'
import { TranscriptFiles } from './transcript/transcript-files.tsx'
import { TranscriptionProgress } from './transcription-progress.tsx'
import type { TranscriptPlaces } from './transcript/use-transcript-places.ts'
import type { SessionTranscription } from './use-transcription.ts'

type TranscriptsProps = {
  session: SessionDetail
  transcription: SessionTranscription
  places: TranscriptPlaces
  /** The line being played, or -1. */
  current: number
  /** Plays from there; undefined if the recording cannot be played. */
  onSeek: ((seconds: number) => void) | undefined
  onNextUncertain: () => void
  /** An uncertain word was focused or clicked. */
  onUncertain: (line: number, nth: number, isPressed: boolean) => void
  /** The lines with unsaved corrections. */
  onLines: (lines: readonly Segment[] | undefined) => void
}

/** The raw transcript of a session and its conversation. */
export function Transcripts(props: TranscriptsProps) {
  const { session } = props
  const isThere = session.hasRawTranscript || session.hasConversation
  // Once shown it stays, so that unsaved edits survive a deletion by someone else.
  const [isShown, setShown] = useState(isThere)
  if (isThere && !isShown) setShown(true)
  const transcript = useTranscript(session.id, isShown)
  if (!isShown) return <TranscriptParts {...props} />
  return (
    <ReadState
      read={transcript}
      loading={<TranscriptSkeleton session={session} />}
      failed="The transcript could not be loaded"
    >
      {(said) => <TranscriptParts {...props} session={{ ...session, ...pickTranscripts(said) }} />}
    </ReadState>
  )
}

/** The fields that must come from the same read as the text. */
const pickTranscripts = (said: SessionDetail) => ({
  version: said.version,
  hasRawTranscript: said.hasRawTranscript,
  hasConversation: said.hasConversation,
  transcribedTextRaw: said.transcribedTextRaw,
  transcribedTextScripted: said.transcribedTextScripted,
  conversationOrigin: said.conversationOrigin,
  segments: said.segments,
  transcriptVersion: said.transcriptVersion,
  isCorrected: said.isCorrected,
  transcriptWarnings: said.transcriptWarnings,
  isOfEarlierRecording: said.isOfEarlierRecording,
})

function TranscriptSkeleton({ session }: Pick<TranscriptsProps, 'session'>) {
  const titles = [
    ...(session.hasConversation ? ['Conversation'] : []),
    ...(session.hasRawTranscript ? ['Raw transcript'] : []),
  ]
  return (
    <div className="flex flex-col gap-5">
      {titles.map((title) => (
        <Part key={title} title={title}>
          <TranscriptLinesSkeleton />
        </Part>
      ))}
    </div>
  )
}

function TranscriptParts(props: TranscriptsProps) {
  const { session, transcription } = props
  const { recording, hasRawTranscript, hasConversation, blocked } = session
  const { isRunning } = transcription
  const failure = session.transcription?.status === 'failed' ? session.transcription.error : null
  const mayBeReplaced = recording && !isRunning && !session.isOfEarlierRecording
  const isEmpty = !hasRawTranscript && !hasConversation && !isRunning
  // Kept here, because unsaved edits survive the deletion of the conversation.
  const [isEditing, setEditing] = useState(() => findDraft(draftName(session.id)) !== undefined)
  return (
    <div className="flex flex-col gap-5">
      {isRunning && <TranscriptionProgress transcription={transcription} />}
      {failure && !isRunning && (
        <Banner tone="red">
          <strong>Transcription Failed</strong>
          <br />
          {failure}
        </Banner>
      )}
      {session.isOfEarlierRecording && !isRunning && (
        <Banner tone="amber">
          This transcript belongs to an earlier recording and doesn’t follow the current one.
        </Banner>
      )}
      {isEmpty && (
        <EmptyState
          icon={AudioLines}
          title={session.transcriptDeletedAt ? 'No transcript' : 'No transcript yet'}
          hint={
            session.transcriptDeletedAt
              ? `Deleted on ${formatDate(session.transcriptDeletedAt)} by the retention rule.`
              : recording
                ? `Turn the recording into text with speakers and times. Takes ${transcriptionEstimate}.`
                : 'Upload a recording to create a transcript.'
          }
        />
      )}
      {(hasConversation || isEditing) && (
        <Part
          title="Conversation"
          actions={
            hasConversation &&
            !isEditing && (
              <TranscriptFiles
                sessionId={session.id}
                what="conversation"
                text={textToCopy(session)}
                hasTimes={session.segments.length > 0}
              />
            )
          }
        >
          <Conversation
            session={session}
            isEditing={isEditing}
            onEdit={setEditing}
            onSeek={props.onSeek}
          />
        </Part>
      )}
      {hasRawTranscript && !hasConversation && !isEditing && <NoConversation session={session} />}
      {session.hasNewTranscript && (
        <Part title="New transcript">
          <NewTranscript session={session} />
        </Part>
      )}
      {hasRawTranscript && (
        <Part
          title="Raw transcript"
          actions={
            <>
              <TranscriptFiles
                sessionId={session.id}
                what="transcript"
                text={session.transcribedTextRaw ?? ''}
                hasTimes
              />
              {mayBeReplaced && <TranscribeAgain transcription={transcription} session={session} />}
            </>
          }
        >
          {mayBeReplaced && blocked.transcription && (
            <p className="mb-3 text-muted">
              {blocked.transcription} It can’t be transcribed again.
            </p>
          )}
          <RawTranscript {...props} />
        </Part>
      )}
    </div>
  )
}

/** With what made it, as in the files. */
const textToCopy = ({ conversationOrigin: origin, transcribedTextScripted }: SessionDetail) =>
  [origin && describeOrigin(origin, formatDate), transcribedTextScripted]
    .filter(Boolean)
    .join('\n\n')

function Part(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Card aria-label={props.title} className="p-5 max-md:p-4 lg:p-4 lg:pt-3">
      <CardHeader level={3} title={props.title} actions={props.actions} />
      {props.children}
    </Card>
  )
}

/** Why there is no conversation yet; the next step above creates it. */
function NoConversation({ session }: { session: SessionDetail }) {
  const { transcribedTextRaw, blocked } = session
  const isSilent = !transcribedTextRaw?.trim()
  const hint = isSilent
    ? 'No speech was found in the recording.'
    : (blocked.analysis ?? 'Turn the transcript into a readable, editable conversation.')
  return (
    <Part title="Conversation">
      <EmptyState
        icon={MessagesSquare}
        title={isSilent || blocked.analysis ? 'No conversation' : 'No conversation yet'}
        hint={hint}
      />
    </Part>
  )
}
