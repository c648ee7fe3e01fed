import { createStore } from '#web/lib/store.ts'
import { playFrom } from './playback.ts'

/** Seconds played before and after a part, so that no word is cut off. */
const paddingSeconds = 0.4

const watching = createStore<AbortController | undefined>(undefined)

/**
 * Plays a part of the recording and stops after it, unless the user seeks elsewhere or plays another part.
 */
export function playPart(video: HTMLVideoElement, { start, end }: { start: number; end: number }) {
  const [from, to] = [Math.max(0, start - paddingSeconds), end + paddingSeconds]
  watching.get()?.abort()
  const watch = new AbortController()
  watching.set(watch)
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
