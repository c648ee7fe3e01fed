import { Download } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { getPoster, getRecording, type Recording } from '#contract/recordings.ts'
import { urlOf } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type RecordingPlayerProps = {
  sessionId: string
  recording: Recording
  video: RefObject<HTMLVideoElement | null>
  /** Seconds from which to play at once, and a counter, so that the same moment can be asked for twice. */
  seek: { seconds: number; count: number } | null
  onTime: (seconds: number) => void
}

/** The browser's own player; for what browsers cannot play, a download that says so. */
export function RecordingPlayer({
  sessionId,
  recording,
  video,
  seek,
  onTime,
}: RecordingPlayerProps) {
  const params = { id: sessionId }
  useEffect(() => {
    if (seek && video.current) playFrom(video.current, seek.seconds)
  }, [seek, video])

  if (!recording.isPlayable)
    return (
      <Banner
        tone="amber"
        action={
          <Button asChild variant="secondary" size="sm" icon={Download}>
            <a href={urlOf(getRecording, { params, query: { download: '1' } })} download>
              Download recording
            </a>
          </Button>
        }
      >
        Browsers cannot play this kind of video. It is kept as it is and can be transcribed; to
        watch it, download it.
      </Banner>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript stands beside it
    <video
      key={recording.id}
      ref={video}
      controls
      // Whoever only looks at the session has not opened its recording.
      preload="none"
      playsInline
      aria-label="Recording of the session"
      src={urlOf(getRecording, { params })}
      poster={recording.hasPoster ? urlOf(getPoster, { params }) : undefined}
      onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime)}
      onSeeked={({ currentTarget }) => onTime(currentTarget.currentTime)}
      className="aspect-video w-full rounded-md bg-sunken"
    />
  )
}

/** Seeks now, and plays where the browser lets a page do so. */
export function playFrom(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  // Refused without a gesture: then it stands at the right moment and waits.
  video.play().catch(() => {})
}
