import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { SessionTranscription } from './use-transcription.ts'
import { RecordingHints } from './recording-hints.tsx'

type TranscribeAgainProps = {
  session: Pick<SessionDetail, 'isOfEarlierRecording' | 'blocked'>
  transcription: SessionTranscription
}

/** Makes a new transcript beside the current one, after a confirmation. */
export function TranscribeAgain({ session, transcription }: TranscribeAgainProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { start, isStarting } = transcription
  const { isOfEarlierRecording } = session
  const label = isOfEarlierRecording ? 'Transcribe Recording' : 'Transcribe again'
  return (
    <>
      <Button
        variant={isOfEarlierRecording ? 'primary' : 'secondary'}
        size={isOfEarlierRecording ? undefined : 'sm'}
        icon={isOfEarlierRecording ? undefined : AudioLines}
        disabled={session.blocked.transcription !== null}
        onClick={() => setConfirming(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={
          isOfEarlierRecording ? 'Transcribe this recording?' : 'Transcribe this recording again?'
        }
        description="The new transcript is kept beside the current one until you choose. Corrections, the conversation and values don’t change."
        confirmLabel={label}
        tone="primary"
        isPending={isStarting}
        pendingLabel="Starting..."
        onConfirm={() =>
          void start()
            // A toast reports a failure.
            .catch(() => {})
            .finally(() => setConfirming(false))
        }
      >
        <RecordingHints transcription={transcription} />
      </ConfirmDialog>
    </>
  )
}
