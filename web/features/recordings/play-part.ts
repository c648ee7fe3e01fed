import { playFrom } from './playback.ts'

/** Seconds that are heard beside a part, so that no word of it is cut. */
const beside = 0.4

let watching: AbortController | undefined

/**
 * Plays a part, and stops behind it, however late the browser tells of the time, unless somebody went elsewhere or to
 * another part meanwhile.
 */
export function playPart(video: HTMLVideoElement, { start, end }: { start: number; end: number }) {
  const [from, to] = [Math.max(0, start - beside), end + beside]
  watching?.abort()
  const watch = new AbortController()
  watching = watch
  const { signal } = watch
  video.addEventListener(
    'seeking',
    () => {
      if (video.currentTime < from - 1 || video.currentTime >= to) watch.abort()
    },
    { signal },
  )
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.currentTime < to) return
      watch.abort()
      video.pause()
    },
    { signal },
  )
  playFrom(video, from)
}
