import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { isUploadRunning } from '#web/features/recordings/upload-state.ts'
import { useUpload } from '#web/features/recordings/uploads.ts'
import { SessionOverview } from '#web/features/sessions/session-overview.tsx'
import { useSession } from '#web/features/sessions/use-session.ts'
import { Transcripts } from '#web/features/transcriptions/transcripts.tsx'
import { useTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { RecordingTab, type Seek } from './recording-tab.tsx'
import { SessionSkeleton } from './session-skeleton.tsx'
import { useDrawerTab } from './use-drawer-tab.ts'
import { useUploadNews } from './use-upload-news.ts'

type SessionPanelProps = {
  sessionId: string
  clientId: string
  clientName: string
  onClose: () => void
}

/** One session in each of its states: loading, failed, there. */
export function SessionPanel({ sessionId, clientId, clientName, onClose }: SessionPanelProps) {
  const { data: session, error, isFetching, refetch } = useSession(sessionId)
  // An address made by hand may pair a session with another client's plan.
  if (session && session.clientId !== clientId) return <ErrorState title={gone} />
  if (session) return <SessionTabs session={session} clientName={clientName} onClose={onClose} />
  if (!error) return <SessionSkeleton />
  return (
    <ErrorState
      title={isGone(error) ? gone : 'The session could not be loaded'}
      description={sentenceOf(error, 'The server cannot be reached. Nothing was lost.')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

type SessionTabsProps = { session: SessionDetail; clientName: string; onClose: () => void }

function SessionTabs({ session, clientName, onClose }: SessionTabsProps) {
  const { tab, setTab } = useDrawerTab()
  const [seek, setSeek] = useState<Seek | null>(null)
  const transcription = useTranscription(session)
  const upload = useUpload(session.id)
  useUploadNews(session)
  /** "While an upload runs, the tabs are disabled" (specification part 2, section 2.3). */
  const isLocked = isUploadRunning(upload)
  const seekTo = (seconds: number) => {
    setSeek((before) => ({ seconds, count: (before?.count ?? 0) + 1 }))
    setTab('recording')
  }
  return (
    <div className="flex flex-col gap-4">
      {session.status === 'archived' && (
        <Banner tone="neutral" icon={Archive}>
          This session is archived. Reopen it on the Overview tab to go on with it.
        </Banner>
      )}
      {isLocked && (
        <Banner tone="amber" isLive>
          <strong>Upload in progress:</strong> please do not navigate away until it is finished.
        </Banner>
      )}
      <Tabs
        label="Session"
        activation="press"
        value={isLocked ? 'recording' : tab}
        onValueChange={(next) => {
          setSeek(null)
          setTab(next)
        }}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            isDisabled: isLocked,
            content: <SessionOverview session={session} onDeleted={onClose} />,
          },
          {
            value: 'recording',
            label: 'Recording',
            isDisabled: isLocked,
            content: (
              <RecordingTab
                session={session}
                clientName={clientName}
                transcription={transcription}
                seek={seek}
                onShowTranscript={() => setTab('transcripts')}
              />
            ),
          },
          {
            value: 'transcripts',
            label: 'Transcripts',
            isDisabled: isLocked,
            content: (
              <Transcripts
                session={session}
                transcription={transcription}
                onSeek={session.recording?.isPlayable ? seekTo : undefined}
                onUpload={() => setTab('recording')}
              />
            ),
          },
        ]}
      />
    </div>
  )
}

const gone = 'This session is not there'
const isGone = (error: Error) => error instanceof ApiError && error.status === 404
