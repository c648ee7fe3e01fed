import { useRef, useState } from 'react'
import { getRecording } from '#contract/recordings.ts'
import { buildUrl } from '#web/lib/api.ts'
import { reloadVideo, play } from './playback.ts'

/** Seconds within which the player still stands where it failed. */
const samePlace = 1

/**
 * Goes on where the film stopped coming. It may come by a link that has ended (docs/decisions/017), so this server is asked
 * again, which looks again who asks; from where it fails twice, the film comes through this server, or not at all.
 */
export function useResumePlayback(sessionId: string) {
  const failed = useRef({ at: Number.NaN, times: 0 })
  const [isFailed, setFailed] = useState(false)
  return {
    /** It is not asked for any more, until somebody plays it. */
    isFailed,
    onLoadStart: () => setFailed(false),
    onError(video: HTMLVideoElement) {
      const { currentTime, paused } = video
      const { at, times } = failed.current
      const again = Math.abs(currentTime - at) < samePlace ? times + 1 : 1
      failed.current = { at: currentTime, times: again }
      if (again > 2) {
        // Or it would say that it plays.
        video.pause()
        setFailed(true)
        return
      }
      const query = again === 1 ? {} : ({ through: 'server' } as const)
      video.preload = 'auto'
      reloadVideo(video, buildUrl(getRecording, { params: { id: sessionId }, query }))
      if (!paused) play(video)
    },
    /** It has come further: what failed then is over. */
    onProgress({ currentTime, seeking }: HTMLVideoElement) {
      if (!seeking && Math.abs(currentTime - failed.current.at) >= samePlace)
        failed.current = { at: Number.NaN, times: 0 }
    },
  }
}
