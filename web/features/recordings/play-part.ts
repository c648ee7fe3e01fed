import { playFrom } from './playback.ts'

/** Seconds that are heard beside a part, so that no word of it is cut. */
const beside = 0.4

/** Plays a part, and stops behind it, unless somebody went elsewhere meanwhile. */
export function playPart(video: HTMLVideoElement, { start, end }: { start: number; end: number }) {
  const [from, to] = [Math.max(0, start - beside), end + beside]
  function look() {
    const at = video.currentTime
    const isOver = at >= to && at < to + 2
    if (isOver) video.pause()
    if (isOver || at < from - 1 || at >= to) video.removeEventListener('timeupdate', look)
  }
  playFrom(video, from)
  video.addEventListener('timeupdate', look)
}
