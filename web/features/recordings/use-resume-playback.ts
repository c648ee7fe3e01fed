import { useRef, useState } from 'react'
import { getRecording } from '#contract/recordings.ts'
import { buildUrl } from '#web/lib/api.ts'
import { reloadVideo, play } from './playback.ts'

/** Seconds within which a position counts as the one that failed. */
const samePlace = 1

/**
 * Resumes playback after a loading error. The signed link may have expired (docs/decisions/017), so the server is asked
 * for a new one; after a second error at the same position the video is loaded through the server.
 */
export function useResumePlayback(sessionId: string) {
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
