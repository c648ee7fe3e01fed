import { CircleCheck } from 'lucide-react'
import { formatBytes } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileChooser } from './file-chooser.tsx'
import { NoSound, UploadProgress } from './upload-progress.tsx'
import type { FileIdentity } from './upload-state.ts'
import { uploads, useUpload } from './uploads.ts'
import { InterruptedUpload } from './interrupted-upload.tsx'

type UploadWidgetProps = {
  sessionId: string
  client: { id: string; name: string }
  /** An administrator keeps audio on this machine. */
  isAudioKeptHere: boolean
  /** Nothing more may be uploaded; the next step says why. */
  isBlocked: boolean
  /** Of the transcription of what was uploaded. */
  transcription: { isCompleted: boolean; error: string | null }
  /** Opens the file dialog once the input is there. */
  isChoosing: boolean
  onChoosing: () => void
}

/**
 * An upload in its phases (docs/product.md, "Recordings"). The buttons that move it on are in the session's next step.
 */
export function UploadWidget({
  sessionId,
  client,
  isAudioKeptHere,
  isBlocked,
  transcription,
  isChoosing,
  onChoosing,
}: UploadWidgetProps) {
  const upload = useUpload(sessionId)
  const { phase, file, error } = upload
  const begin = () => uploads.upload(sessionId, client)
  const remembered = uploads.recall(sessionId)
  const chooser = { sessionId, isChoosing, onChoosing }

  switch (phase) {
    case 'idle':
      if (!file && remembered)
        return (
          <InterruptedUpload
            {...chooser}
            clientId={client.id}
            upload={remembered}
            onResume={begin}
          />
        )
      return (
        <div className="flex flex-col gap-4">
          <FileChooser {...chooser} file={file} />
          {isAudioKeptHere && (
            <p className="text-muted">The recording and its sound never leave this machine.</p>
          )}
          {upload.hasNoSound && <NoSound />}
          {file && <GiveUp sessionId={sessionId}>Remove file</GiveUp>}
        </div>
      )
    case 'uploading':
      return <UploadProgress sessionId={sessionId} upload={upload} isBlocked={isBlocked} />
    case 'failed':
      return (
        <div className="flex flex-col gap-4">
          <Banner tone="red" role="alert">
            {error}
            {!upload.isRefused && !isBlocked && <p>Your progress is saved. Try again to resume.</p>}
          </Banner>
          {!upload.isRefused && <GiveUp sessionId={sessionId}>Choose another file</GiveUp>}
        </div>
      )
    case 'uploaded':
      return <Arrived file={file} {...transcription} />
  }
}

const GiveUp = ({ sessionId, children }: { sessionId: string; children: string }) => (
  <Button variant="ghost" className="self-start" onClick={() => uploads.cancel(sessionId)}>
    {children}
  </Button>
)

type ArrivedProps = UploadWidgetProps['transcription'] & { file: FileIdentity | null }

const Arrived = ({ file, isCompleted, error }: ArrivedProps) => (
  <section
    aria-label="Uploaded recording"
    className="flex flex-col gap-3 rounded-md border border-line p-4"
  >
    <p className="flex items-center gap-2 font-semibold">
      <CircleCheck aria-hidden size={18} className="shrink-0 text-green" />
      {isCompleted ? 'Transcription completed' : 'Upload completed'}
    </p>
    {file && (
      <p className="break-words text-muted">
        {file.name} · {formatBytes(file.size)}
      </p>
    )}
    {error && (
      <Banner tone="red" role="alert">
        {error}
      </Banner>
    )}
  </section>
)
