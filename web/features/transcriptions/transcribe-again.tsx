import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { TranscriptionUnderWay } from './use-transcription.ts'
import { RecordingHints } from './recording-hints.tsx'

type TranscribeAgainProps = {
  session: Pick<SessionDetail, 'isCorrected' | 'isOfEarlierRecording'>
  transcription: TranscriptionUnderWay
}

/** Has another transcript made in the place of the one that is there, after a question. */
export function TranscribeAgain({ session, transcription }: TranscribeAgainProps) {
  const [isAsking, setAsking] = useState(false)
  const { start, isStarting } = transcription
  const { isCorrected, isOfEarlierRecording } = session
  const label = isOfEarlierRecording ? 'Transcribe Recording' : 'Transcribe again'
  const replaced = isCorrected
    ? 'The lines of this transcript were corrected. The new raw transcript takes the place of the corrected lines and of their first version.'
    : 'The new raw transcript takes the place of this one.'
  const earlier = isOfEarlierRecording
    ? ' What it was made of is deleted, so it cannot be made again.'
    : ''
  return (
    <>
      <Button
        variant={isOfEarlierRecording ? 'primary' : 'secondary'}
        size={isOfEarlierRecording ? undefined : 'sm'}
        icon={isOfEarlierRecording ? undefined : AudioLines}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={
          isOfEarlierRecording ? 'Transcribe this recording?' : 'Transcribe this recording again?'
        }
        description={`${replaced}${earlier} The conversation stays as it is.`}
        confirmLabel={label}
        tone="primary"
        isPending={isStarting}
        pendingLabel="Starting..."
        onConfirm={() =>
          void start()
            .catch(() => {})
            .finally(() => setAsking(false))
        }
      >
        <RecordingHints transcription={transcription} />
      </ConfirmDialog>
    </>
  )
}
