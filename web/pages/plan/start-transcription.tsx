import type { SessionDetail } from '#contract/sessions.ts'
import { uploads } from '#web/features/recordings/uploads.ts'
import { RecordingHints } from '#web/features/transcriptions/recording-hints.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { serverMessage } from '#web/lib/api.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'

type StartTranscriptionProps = {
  session: SessionDetail
  transcription: SessionTranscription
  onShow: (tab: DrawerTab) => void
  /** Right after an upload. */
  isFresh: boolean
}

export const StartTranscription = ({
  session,
  transcription,
  onShow,
  isFresh,
}: StartTranscriptionProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <RecordingHints transcription={transcription} />
    <Button
      isPending={transcription.isStarting}
      pendingLabel="Starting..."
      onClick={() => {
        if (!isFresh) onShow('transcripts')
        start(session.id, transcription)
      }}
    >
      {isFresh ? 'Start Transcription' : 'Transcribe Recording'}
    </Button>
  </div>
)

/** An error also shows in the upload's notice, if there is one. */
function start(sessionId: string, transcription: SessionTranscription) {
  uploads.send(sessionId, { type: 'transcription-started' })
  transcription.start().catch((error: Error) =>
    uploads.send(sessionId, {
      type: 'transcription-failed',
      error: `Transcription failed: ${serverMessage(error, 'Failed to start transcription')}`,
    }),
  )
}
