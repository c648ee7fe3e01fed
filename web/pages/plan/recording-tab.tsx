import { VideoOff, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isOfLaterDay } from '#contract/plans/schedule.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { type SessionDetail, updateSession } from '#contract/sessions/sessions.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { createDirectLink } from '#contract/recordings/recordings.ts'
import { DeleteRecording } from '#web/features/recordings/delete-recording.tsx'
import { canPlay } from '#web/features/recordings/playback.ts'
import { UnplayableRecording } from '#web/features/recordings/recording-player.tsx'
import { RecordHere } from '#web/features/recordings/recorder/record-here.tsx'
import { useRecordedHere } from '#web/features/recordings/recorder/recorded-sessions.ts'
import { mayRecord } from '#web/features/recordings/recorder/may-record.ts'
import { UploadWidget } from '#web/features/recordings/upload-widget.tsx'
import { useUpload } from '#web/features/recordings/uploads.ts'
import {
  TranscriptLines,
  TranscriptLinesSkeleton,
} from '#web/features/transcriptions/editor/transcript-lines.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { storeSession, planQuery } from '#web/lib/session-queries.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'

type RecordingTabProps = {
  session: SessionDetail
  clientName: string
  transcription: Pick<SessionTranscription, 'isRunning' | 'isCompleted' | 'error'>
  /** What is said in it, for beside the player; undefined while that is read. */
  segments: readonly Segment[] | undefined
  hasLines: boolean
  /** The line that is spoken now, or -1. */
  current: number
  onSeek: (seconds: number) => void
  onUncertain: (line: number, nth: number, isPressed: boolean) => void
  /** The list of files is to be opened, where a video may be chosen. */
  isChoosing: boolean
  onChoosing: () => void
}

/** What belongs to the player above: the transcript that follows it; the upload where there is no recording, or where one just arrived. */
export function RecordingTab(props: RecordingTabProps) {
  const { session, clientName, transcription, isChoosing, onChoosing, hasLines } = props
  const { recording } = session
  const { phase, recordingId } = useUpload(session.id)
  const [now] = useState(() => new Date())
  const isTooEarly = phase === 'idle' && isOfLaterDay(session.sessionDate, now, timeZone)
  const here = useRecordedHere(session.id)
  return (
    <div className="flex flex-col gap-5">
      {!recording && session.recordingDeletedAt && (
        <p className="text-muted">
          Deleted on {formatDate(session.recordingDeletedAt)} by the retention rule.
        </p>
      )}
      {!recording && isTooEarly && <FutureSessionNotice session={session} />}
      <RecordHere session={session} mayRecord={phase === 'idle' && mayRecord(session, now)} />
      {(phase !== 'idle' || (!recording && !here && !session.blocked.recording)) && !isTooEarly && (
        <UploadWidget
          sessionId={session.id}
          client={{ id: session.clientId, name: clientName }}
          isAudioKeptHere={session.blocked.isAudioKeptHere}
          isBlocked={session.blocked.recording !== null}
          transcription={
            recordingId === recording?.id ? transcription : { isCompleted: false, error: null }
          }
          isChoosing={isChoosing}
          onChoosing={onChoosing}
        />
      )}
      {!recording && !here && phase === 'idle' && session.blocked.recording && (
        <EmptyState icon={VideoOff} title="No recording" hint={session.blocked.recording} />
      )}
      {recording && !canPlay(recording) && (
        <UnplayableRecording sessionId={session.id} isCopyInProgress={recording.isCopyInProgress} />
      )}
      {hasLines && <FollowingLines {...props} />}
      {recording && (
        <div className="flex flex-col gap-3">
          <p className="text-muted tabular-nums">
            {recording.duration > 0 ? formatTime(recording.duration) : 'length unknown'} ·{' '}
            {formatBytes(recording.sizeBytes)} · uploaded {formatDateTime(recording.createdAt)}
          </p>
          <div className="flex flex-wrap gap-2">
            <OpenDirect sessionId={session.id} />
            <DeleteRecording
              sessionId={session.id}
              recording={recording}
              isDisabled={transcription.isRunning}
            />
          </div>
        </div>
      )}
    </div>
  )
}

function FollowingLines({ segments, current, onSeek, onUncertain }: RecordingTabProps) {
  return (
    <section
      aria-label="Transcript that follows the recording"
      data-follows-playback
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keyboard must get into it.
      tabIndex={0}
      className="relative max-h-96 min-w-0 overflow-y-auto lg:max-h-[calc(100dvh-16rem)] rounded-md border border-line p-1"
    >
      {segments ? (
        <TranscriptLines
          segments={segments}
          current={current}
          onSeek={onSeek}
          onUncertain={onUncertain}
        />
      ) : (
        <div className="px-4">
          <TranscriptLinesSkeleton />
        </div>
      )}
    </section>
  )
}

/** Opens the video by itself in a new tab, by a signed link that works for five minutes. */
function OpenDirect({ sessionId }: { sessionId: string }) {
  const link = useApiMutation({
    mutationFn: (_tab: Window | null, call) =>
      call(createDirectLink, { params: { id: sessionId } }),
    errorToast: 'Failed to open the recording. Please try again.',
    onSuccess: ({ url }, tab) => {
      if (tab) tab.location.replace(url)
      else setBlockedUrl(url)
    },
    onError: (_error, tab) => tab?.close(),
  })
  /** A link for the user if the browser blocked the tab. */
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  function open() {
    setBlockedUrl(null)
    // Opened within the click: later the browser would block it as a pop-up.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    link.run(tab)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={ExternalLink}
        isPending={link.isPending}
        onClick={open}
      >
        Open Direct
      </Button>
      {blockedUrl && (
        <a href={blockedUrl} target="_blank" rel="noreferrer" className="self-center underline">
          Your browser blocked the new tab. Open the recording here.
        </a>
      )}
    </>
  )
}

/** Warns that a session is on a later day, and offers more likely ones. */
function FutureSessionNotice({ session }: { session: SessionDetail }) {
  const queries = useQueryClient()
  const { id, clientId, dateVersion, sessionDate } = session
  const plan = useQuery(planQuery(clientId))
  const past = (plan.data?.sessions ?? [])
    .filter((it) => it.status === 'open' && !it.recordingUrl && !it.hasConversation)
    .toSorted((a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate))[0]
  const move = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(updateSession, {
        params: { id },
        query: { transcripts: 'omit' },
        body: { sessionDate: new Date().toISOString(), dateVersion },
      }),
    successToast: () => ({ title: 'Session moved to today' }),
    errorToast: 'Failed to reschedule session. Please try again.',
    onSuccess: (moved) => storeSession(queries, moved),
  })
  return (
    <Banner tone="amber">
      <p className="font-semibold">Is this the right session?</p>
      <p>
        This session is on {formatDate(sessionDate)} and has not taken place yet, so it cannot have
        a recording.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {past && (
          <Button asChild size="sm">
            <Link to={paths.plan(clientId, { session: past.id, tab: 'recording' })}>
              Open {past.sessionDefinitionName}, {formatDateTime(past.sessionDate)}
            </Link>
          </Button>
        )}
        <Button
          size="sm"
          variant={past ? 'secondary' : 'primary'}
          isPending={move.isPending}
          onClick={() => move.run()}
        >
          Move this session to today
        </Button>
      </div>
    </Banner>
  )
}
