import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { uploadEstimate } from '#contract/recordings.ts'
import { transcriptionEstimate } from '#contract/transcriptions.ts'
import { byteSize } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FileChooser } from './file-chooser.tsx'
import { InterruptedUpload } from './interrupted-upload.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { uploads, useUpload } from './uploads.ts'

type UploadWidgetProps = {
  sessionId: string
  client: { id: string; name: string }
  transcription: {
    isStarting: boolean
    percent: number
    /** The time left in words, once the real speed is known. */
    left: string | null
    start: () => void
    /** What may be chosen before it starts. */
    choice: ReactNode
  }
  /** Where the transcript is read once it is there. */
  onShowTranscript: () => void
}

/** The way of a video to the server and on to its transcript, in the phases of specification part 2, section 4. */
export function UploadWidget(props: UploadWidgetProps) {
  const { sessionId, client } = props
  const upload = useUpload(sessionId)
  const { phase, file, error } = upload
  const begin = () => uploads.upload(sessionId, client)
  const remembered = uploads.recall(sessionId)

  switch (phase) {
    case 'idle':
      if (!file && remembered)
        return (
          <InterruptedUpload
            sessionId={sessionId}
            clientId={client.id}
            upload={remembered}
            onResume={begin}
          />
        )
      return (
        <div className="flex flex-col gap-4">
          <FileChooser sessionId={sessionId} file={file} />
          {file && (
            <div className="flex flex-wrap items-center gap-3">
              <Button onClick={begin}>Upload</Button>
              <Button variant="ghost" onClick={() => uploads.cancel(sessionId)}>
                Remove file
              </Button>
              <p className="text-muted">Estimated upload time: {uploadEstimate(file.size)}</p>
            </div>
          )}
        </div>
      )
    case 'uploading':
      return <UploadProgress sessionId={sessionId} upload={upload} />
    case 'failed':
      return (
        <div className="flex flex-col gap-4">
          <Banner tone="red" role="alert">
            {error}
            {!upload.isRefused && <p>What has arrived is kept: trying again goes on from there.</p>}
          </Banner>
          <div className="flex flex-wrap gap-2">
            <Button onClick={upload.isRefused ? () => uploads.cancel(sessionId) : begin}>
              Try again
            </Button>
            {!upload.isRefused && (
              <Button variant="secondary" onClick={() => uploads.cancel(sessionId)}>
                Choose another file
              </Button>
            )}
          </div>
        </div>
      )
    case 'uploaded':
    case 'transcribing':
    case 'completed':
      return <Arrived {...props} />
  }
}

/** The recording is on the server: what can be made of it. */
function Arrived({ sessionId, transcription, onShowTranscript }: UploadWidgetProps) {
  const { phase, file, error } = useUpload(sessionId)
  const { isStarting, percent, left, start, choice } = transcription
  return (
    <section
      aria-label="Uploaded recording"
      className="flex flex-col gap-3 rounded-md border border-line p-4"
    >
      <p className="flex items-center gap-2 font-semibold">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-green" />
        {phase === 'completed' ? 'Transcription completed' : 'Upload completed'}
      </p>
      {file && (
        <p className="break-words text-muted">
          {file.name} · {byteSize(file.size)}
        </p>
      )}
      {error && (
        <Banner tone="red" role="alert">
          {error}
        </Banner>
      )}
      {phase === 'uploaded' && (
        <div className="flex flex-wrap items-center gap-3">
          <Button isPending={isStarting} pendingLabel="Starting..." onClick={start}>
            Start Transcription
          </Button>
          {choice}
          <p className="text-muted">Estimated transcription time: {transcriptionEstimate}</p>
        </div>
      )}
      {phase === 'transcribing' && (
        <div className="flex flex-wrap items-center gap-3">
          <Spinner label="Transcribing..." isLabelVisible />
          <p className="text-muted tabular-nums">
            {percent}%{left && ` · ${left}`}
          </p>
        </div>
      )}
      {phase !== 'uploaded' && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              onShowTranscript()
              // The notice has done its work.
              if (phase === 'completed') uploads.cancel(sessionId)
            }}
          >
            {phase === 'completed' ? 'Show transcript' : 'Show progress'}
          </Button>
        </div>
      )}
    </section>
  )
}
