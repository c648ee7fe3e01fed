import { useEffect, useRef, useState } from 'react'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Progress, wholePercent } from '#web/ui/progress.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { describeKept } from './describe-recordings.ts'
import { DiscardRecording } from './discard-recording.tsx'
import type { KeptRecording as Kept, Recorder } from './recorder-state.ts'

type KeptRecordingProps = {
  kept: Kept
  recorder: Pick<Recorder, 'finish' | 'discard' | 'open'>
}

const useKeptWords = (kept: Parameters<typeof describeKept>[0]) =>
  describeKept(kept, new Date(useNow(60_000)))

/** A recording that this device still has: what is happening to it, and what can be done. */
export function KeptRecording({ kept, recorder }: KeptRecordingProps) {
  const { id, clientName, status, sent, error } = kept
  const isMoving = status === 'sending' || status === 'waiting'
  const percent = wholePercent(sent)
  const words = useKeptWords(kept)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">
          <bdi>{clientName}</bdi>
        </p>
        {isMoving ? (
          <>
            <p className="text-muted tabular-nums">
              {sent === 1
                ? 'Checking the recording…'
                : status === 'sending'
                  ? `Sending the recording: ${percent}%`
                  : `Waiting for the connection: ${percent}% sent. The rest is safe on this device.`}
            </p>
            <Progress
              value={sent === 1 ? undefined : sent}
              label="Sending the recording"
              tone={status === 'sending' ? 'brand' : 'amber'}
              className="mt-1"
            />
            <output className="sr-only">
              {/* Every tenth only, or screen readers would read nothing else. */}
              {Math.floor(percent / 10) * 10} percent sent
            </output>
          </>
        ) : (
          <p className="text-muted tabular-nums">{words}</p>
        )}
        {status === 'failed' && (
          <p role="alert" className="text-red-ink">
            {error ?? 'It could not be sent.'}
          </p>
        )}
      </div>
      {!isMoving && (
        <div className="flex shrink-0 flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <DiscardRecording
            words={words}
            clientName={clientName}
            onDiscard={() => recorder.discard(id)}
          />
          <Listen kept={kept} open={() => recorder.open(id)} />
          <Button size="sm" onClick={() => recorder.finish(id)}>
            {status === 'failed' ? 'Try again' : 'Finish'}
          </Button>
        </div>
      )}
    </div>
  )
}

function Listen({ kept, open }: { kept: Kept; open: () => Promise<File> }) {
  const toast = useToast()
  const words = useKeptWords(kept)
  const [file, setFile] = useState<File>()
  const [isOpen, setOpen] = useState(false)
  async function listen() {
    try {
      setFile(await open())
      setOpen(true)
    } catch {
      toast({
        ...{ title: 'Error', tone: 'destructive' },
        description: 'The recording could not be opened.',
      })
    }
  }
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => void listen()}>
        Listen
      </Button>
      {file && (
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={words}
          description={<bdi>{kept.clientName}</bdi>}
        >
          <LocalVideo file={file} />
        </Dialog>
      )}
    </>
  )
}

function LocalVideo({ file }: { file: File }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    if (video.current) video.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nothing is transcribed yet
    <video
      ref={video}
      controls
      autoPlay
      aria-label="The recording"
      className="aspect-video w-full rounded-md bg-sunken"
    />
  )
}
