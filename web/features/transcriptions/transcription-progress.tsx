import { useNow } from '#web/lib/use-now.ts'
import { transcriptionEstimate } from '#contract/transcriptions/transcriptions.ts'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress, wholePercent } from '#web/ui/progress.tsx'
import type { SessionTranscription } from './use-transcription.ts'

/** Progress, elapsed and remaining time, and a cancel button. */
export function TranscriptionProgress({ transcription }: { transcription: SessionTranscription }) {
  const { progress, left, note, startedAt, isLong, checkNow, cancel, isCancelling } = transcription
  const percent = wholePercent(progress)
  return (
    <section
      aria-label="Transcription in progress"
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base">Transcribing recording...</h3>
        <p className="text-muted tabular-nums">
          {percent}% · <Elapsed since={startedAt} />
        </p>
      </div>
      <Progress value={progress} label="Transcription progress" />
      <p className="text-muted">
        {note ??
          `${left ? sentence(left) : `Usually takes ${transcriptionEstimate}.`} You can close this and come back later. It continues in the background.`}
      </p>
      {isLong && (
        <Banner
          tone="blue"
          action={
            <Button variant="secondary" size="sm" onClick={() => void checkNow()}>
              Check now
            </Button>
          }
        >
          <strong>Transcription In Progress</strong>
          <br />
          Large files may take time. Check back in a few minutes.
        </Banner>
      )}
      <div>
        <Button
          variant="secondary"
          size="sm"
          isPending={isCancelling}
          pendingLabel="Cancelling..."
          onClick={cancel}
        >
          Cancel transcription
        </Button>
      </div>
      <output className="sr-only">
        {/* Every tenth only, or screen readers would read nothing else. */}
        {note ?? `Transcription ${Math.floor(percent / 10) * 10} percent done`}
      </output>
    </section>
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** Time since the start, ticking every second. */
function Elapsed({ since }: { since: string | null }) {
  const now = useNow(1000)
  return (
    <span role="timer">{formatTime(since ? (now - Date.parse(since)) / 1000 : 0)} elapsed</span>
  )
}
