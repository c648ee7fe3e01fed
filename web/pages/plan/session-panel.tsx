import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { isUploadRunning } from '#web/features/recordings/upload-state.ts'
import { useUpload } from '#web/features/recordings/uploads.ts'
import { SessionOverview } from '#web/features/sessions/session-overview.tsx'
import { Transcripts } from '#web/features/transcriptions/transcripts.tsx'
import { useTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { useAddress } from '#web/lib/address.ts'
import { useSession } from '#web/lib/session-reads.ts'
import { planAddress } from '#web/lib/plan-address.ts'
import { isUnknown, ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { RecordingTab, type Seek } from './recording-tab.tsx'
import { useUploadNews } from './use-upload-news.ts'

type SessionPanelProps = {
  sessionId: string
  clientId: string
  clientName: string
  onClose: () => void
}

/** One session in each of its states: loading, failed, there. */
export function SessionPanel({ sessionId, clientId, clientName, onClose }: SessionPanelProps) {
  const read = useSession(sessionId)
  return (
    <ReadState
      read={read}
      loading={<SessionSkeleton />}
      failed={isUnknown(read.error) ? gone : 'The session could not be loaded'}
    >
      {(session) =>
        // An address made by hand may pair a session with another client's plan.
        session.clientId === clientId ? (
          <SessionTabs session={session} clientName={clientName} onClose={onClose} />
        ) : (
          <ErrorState title={gone} />
        )
      }
    </ReadState>
  )
}

const gone = 'This session is not there'

type SessionTabsProps = { session: SessionDetail; clientName: string; onClose: () => void }

function SessionTabs({ session, clientName, onClose }: SessionTabsProps) {
  const { values, change } = useAddress(planAddress)
  const { tab = 'overview' } = values
  const setTab = (next: string) => change({ tab: next })
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

/** The shape of a session that loads. */
function SessionSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Spinner label="Loading the session" className="sr-only" />
      <div className="flex gap-4 border-b border-line pb-3">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="grid grid-cols-[9rem_1fr] gap-x-6 gap-y-3">
        {[28, 20, 40, 8, 12, 48].map((width, index) => (
          <div key={width} className="col-span-2 grid grid-cols-subgrid">
            <Skeleton className={index % 2 ? 'h-5 w-24' : 'h-5 w-32'} />
            <Skeleton className="h-5 w-40" />
          </div>
        ))}
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
