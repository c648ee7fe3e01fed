import { RecordingHints } from '#web/features/transcriptions/recording-hints.tsx'
import type { SessionTranscription } from '#web/features/transcriptions/use-transcription.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'

type StartTranscriptionProps = {
  transcription: SessionTranscription
  onShow: (tab: DrawerTab) => void
  /** Right after an upload. */
  isFresh: boolean
}

export const StartTranscription = ({ transcription, onShow, isFresh }: StartTranscriptionProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <RecordingHints transcription={transcription} />
    <Button
      isPending={transcription.isStarting}
      pendingLabel="Starting..."
      onClick={() => {
        if (!isFresh) onShow('transcripts')
        // A toast says why it failed, and the upload's notice, if there is one.
        transcription.start().catch(() => {})
      }}
    >
      {isFresh ? 'Start Transcription' : 'Transcribe Recording'}
    </Button>
  </div>
)
