import { Pause, Play } from 'lucide-react'
import { formatBytes } from '#web/lib/numbers.ts'
import { formatTimeLeft, secondsLeft } from '#web/lib/progress-rate.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress, wholePercent } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DiscardUpload } from './discard-upload.tsx'
import type { UploadState } from './upload-state.ts'
import { uploads } from './uploads.ts'

/** Progress with pause and cancel, then the server's check. */
export function UploadProgress(props: UploadProgressProps) {
  return props.upload.isProcessing ? <Checking {...props} /> : <Sending {...props} />
}

type UploadProgressProps = { sessionId: string; upload: UploadState; isBlocked: boolean }

function Sending({ sessionId, upload, isBlocked }: UploadProgressProps) {
  const { file, sent, pace, isPaused, waitingFor } = upload
  const size = file?.size ?? 0
  const share = size > 0 ? sent / size : 0
  const percent = wholePercent(share)
  const isSent = size > 0 && sent >= size
  const left = isPaused
    ? 'paused'
    : isSent
      ? 'almost there'
      : formatTimeLeft(secondsLeft(pace, size))
  return (
    <section
      aria-label="Upload in progress"
      className="flex flex-col gap-3 rounded-md border border-line p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="min-w-0 text-base break-words">
          {isPaused ? 'Upload paused' : 'Uploading'} {file?.name}
        </h3>
        <p className="text-base font-semibold tabular-nums">{percent}%</p>
      </div>
      <Progress
        value={isSent ? undefined : share}
        label="Upload progress"
        tone={isPaused ? 'neutral' : 'brand'}
      />
      <p className="text-muted tabular-nums">
        {formatBytes(sent)} of {formatBytes(size)} · {left}
      </p>
      {upload.hasNoSound && <NoSound />}
      {waitingFor && (
        <Banner tone="amber" isLive>
          {waitingFor}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {isPaused ? (
          <Button
            variant="secondary"
            icon={Play}
            disabled={isBlocked}
            onClick={() => uploads.resume(sessionId)}
          >
            Resume
          </Button>
        ) : (
          <Button
            variant="secondary"
            icon={Pause}
            disabled={isSent}
            onClick={() => uploads.pause(sessionId)}
          >
            Pause
          </Button>
        )}
        <DiscardUpload sessionId={sessionId} />
      </div>
      <output className="sr-only">
        {/* Every tenth only, or screen readers would read nothing else. */}
        {isPaused ? 'Upload paused' : `${Math.floor(percent / 10) * 10} percent uploaded`}
      </output>
    </section>
  )
}

function Checking({ sessionId, upload: { file, waitingFor } }: UploadProgressProps) {
  return (
    <section
      aria-label="Upload in progress"
      className="flex flex-col gap-3 rounded-md border border-line p-4"
    >
      <Spinner label="Checking the video…" isLabelVisible className="font-semibold" />
      {file && (
        <p className="break-words text-muted">
          {file.name} · {formatBytes(file.size)}
        </p>
      )}
      <p>Upload complete. You can leave this page while the video is checked and saved.</p>
      {waitingFor && (
        <Banner tone="amber" isLive>
          {waitingFor}
        </Banner>
      )}
      <DiscardUpload sessionId={sessionId} />
    </section>
  )
}

export const NoSound = () => (
  <Banner tone="amber" isLive>
    This video has no sound, so it cannot be transcribed.
  </Banner>
)
