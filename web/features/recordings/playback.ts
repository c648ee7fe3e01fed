import type { Recording } from '#contract/recordings/recordings.ts'

/** Seeks without starting playback. */
export function seekTo(video: HTMLVideoElement, seconds: number) {
  video.currentTime = Math.max(0, seconds)
}

/** Seeks and plays, if the browser allows it. */
export function playFrom(video: HTMLVideoElement, seconds: number) {
  video.currentTime = seconds
  play(video)
}

export function playOrPause(video: HTMLVideoElement) {
  if (video.paused) play(video)
  else video.pause()
}

export const backSeconds = 5
export function goBack(video: HTMLVideoElement) {
  seekTo(video, video.currentTime - backSeconds)
}

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2]
/** The next speed up or down, if there is one. */
export function changeSpeed(video: HTMLVideoElement, by: 1 | -1) {
  const next =
    by === 1
      ? speeds.find((it) => it > video.playbackRate)
      : speeds.findLast((it) => it < video.playbackRate)
  if (next !== undefined) video.playbackRate = next
}
/** The next speed up; after the fastest, normal speed. */
export function cycleSpeed(video: HTMLVideoElement) {
  video.playbackRate = speeds.find((it) => it > video.playbackRate) ?? 1
}

export function play(video: HTMLVideoElement) {
  if (video.error) reloadVideo(video)
  // Refused without a user gesture: the video stays paused at the position.
  void video.play().catch(() => {})
}

/** Keeps position and speed, which loading resets. */
export function reloadVideo(video: HTMLVideoElement, src = video.src) {
  const { currentTime, playbackRate } = video
  video.src = src
  video.playbackRate = playbackRate
  video.currentTime = currentTime
}

/** Whether this browser plays a recording: HEVC support depends on the machine. */
export const canPlay = ({ isPlayable, mediaType }: Pick<Recording, 'isPlayable' | 'mediaType'>) =>
  isPlayable ||
  (mediaType !== null && document.createElement('video').canPlayType(mediaType) !== '')
