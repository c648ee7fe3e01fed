/** Seeks, and plays on only where it played. */
export function seekTo(video: HTMLVideoElement, seconds: number) {
  video.currentTime = Math.max(0, seconds)
}

/** Seeks now, and plays where the browser lets a page do so. */
export function playFrom(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  play(video)
}

export function playOrPause(video: HTMLVideoElement) {
  if (video.paused) play(video)
  else video.pause()
}

/** Seconds that one goes back to hear something again. */
export const backSeconds = 5
export function goBack(video: HTMLVideoElement) {
  seekTo(video, video.currentTime - backSeconds)
}

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** The next speed up or down; at either end it stays. */
export function changeSpeed(video: HTMLVideoElement, by: 1 | -1) {
  const next =
    by === 1
      ? speeds.find((it) => it > video.playbackRate)
      : speeds.findLast((it) => it < video.playbackRate)
  if (next !== undefined) video.playbackRate = next
}
/** The next speed up, and from the fastest to the usual one. */
export function cycleSpeed(video: HTMLVideoElement) {
  video.playbackRate = speeds.find((it) => it > video.playbackRate) ?? 1
}

export function play(video: HTMLVideoElement) {
  if (video.error) reloadVideo(video)
  // Refused without a gesture: then it stands at the right moment and waits.
  void video.play().catch(() => {})
}

/** Where it stands and as fast as it was: what is loaded begins at the start and at the usual speed. */
export function reloadVideo(video: HTMLVideoElement, src = video.src) {
  const { currentTime, playbackRate } = video
  video.src = src
  video.playbackRate = playbackRate
  video.currentTime = currentTime
}
