import { Download } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { getPoster, getRecording, type Recording } from '#contract/recordings/recordings.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadFailed } from '#web/parts/lazy-component.tsx'
import { play, playOrPause, reloadVideo } from './playback.ts'
import { PlayerBar } from './player-bar.tsx'

type RecordingPlayerProps = {
  sessionId: string
  recording: Recording
  video: RefObject<HTMLVideoElement | null>
  /** Large on the recording tab, small on others; it is the same element, so playback continues. */
  isLarge: boolean
  /** Seconds of the marks on the timeline. */
  places: readonly number[]
  onTime: (seconds: number) => void
  onShowKeys: () => void
}

/** The video, which a click plays or pauses, and its controls. */
export function RecordingPlayer({
  sessionId,
  recording,
  video,
  isLarge,
  places,
  onTime,
  onShowKeys,
}: RecordingPlayerProps) {
  const params = { id: sessionId }
  const resume = useResumePlayback(sessionId)
  return (
    <div className={isLarge ? 'flex flex-col gap-2' : 'flex items-center gap-4 max-md:gap-3'}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript stands beside it */}
      <video
        key={recording.id}
        ref={video}
        // Opening the session does not count as opening its recording.
        preload="none"
        playsInline
        aria-label="Recording of the session"
        src={buildUrl(getRecording, { params })}
        poster={recording.hasPoster ? buildUrl(getPoster, { params }) : undefined}
        onClick={({ currentTarget }) => {
          // In full screen the browser's own controls do this.
          if (!currentTarget.controls) playOrPause(currentTarget)
        }}
        onTimeUpdate={({ currentTarget }) => {
          onTime(currentTarget.currentTime)
          resume.onProgress(currentTarget)
        }}
        onLoadStart={resume.onLoadStart}
        onError={({ currentTarget }) => resume.onError(currentTarget)}
        onSeeked={({ currentTarget }) => onTime(currentTarget.currentTime)}
        className={classNames(
          'aspect-video rounded-md bg-sunken',
          isLarge ? 'w-full' : 'w-32 shrink-0 max-md:w-20',
        )}
      />
      <PlayerBar
        key={`bar ${recording.id}`}
        video={video}
        duration={recording.duration}
        places={places}
        isLarge={isLarge}
        onShowKeys={onShowKeys}
      >
        {resume.isFailed && (
          <LoadFailed
            onRetry={({ currentTarget }) => {
              // Moves the focus to Play, as this button disappears.
              currentTarget.closest('section')?.querySelector('button')?.focus()
              if (video.current) play(video.current)
            }}
          >
            The recording could not be played.
          </LoadFailed>
        )}
      </PlayerBar>
    </div>
  )
}

type UnplayableRecordingProps = { sessionId: string; isCopyInProgress: boolean }

/** Shown instead of the player if the browser cannot play the video. */
export const UnplayableRecording = ({ sessionId, isCopyInProgress }: UnplayableRecordingProps) => (
  <Banner
    tone={isCopyInProgress ? 'blue' : 'amber'}
    isLive
    action={
      <Button asChild variant="secondary" size="sm" icon={Download}>
        <a
          href={buildUrl(getRecording, { params: { id: sessionId }, query: { download: '1' } })}
          download
        >
          Download recording
        </a>
      </Button>
    }
  >
    {isCopyInProgress
      ? 'Creating a copy that plays in browsers…'
      : 'This browser can’t play this type of video. You can transcribe it, or download it to watch.'}
  </Banner>
)

/** Seconds within which a position counts as the one that failed. */
const samePlace = 1

/**
 * Resumes playback after a loading error. The signed link may have expired (docs/decisions/017), so the server is asked
 * for a new one; after a second error at the same position the video is loaded through the server.
 */
function useResumePlayback(sessionId: string) {
  const failed = useRef({ at: Number.NaN, times: 0 })
  const [isFailed, setFailed] = useState(false)
  return {
    /** Not retried until the user presses Play. */
    isFailed,
    onLoadStart: () => setFailed(false),
    onError(video: HTMLVideoElement) {
      const { currentTime, paused } = video
      const { at, times } = failed.current
      const again = Math.abs(currentTime - at) < samePlace ? times + 1 : 1
      failed.current = { at: currentTime, times: again }
      if (again > 2) {
        // Otherwise it would count as playing.
        video.pause()
        setFailed(true)
        return
      }
      const query = again === 1 ? {} : ({ through: 'server' } as const)
      video.preload = 'auto'
      reloadVideo(video, buildUrl(getRecording, { params: { id: sessionId }, query }))
      if (!paused) play(video)
    },
    /** Resets the error count once playback has moved on. */
    onProgress({ currentTime, seeking }: HTMLVideoElement) {
      if (!seeking && Math.abs(currentTime - failed.current.at) >= samePlace)
        failed.current = { at: Number.NaN, times: 0 }
    },
  }
}
