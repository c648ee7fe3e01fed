import type { Recording } from '#contract/recordings/recordings.ts'

/** Whether this browser plays a recording: HEVC support depends on the machine. */
export const canPlay = ({ isPlayable, mediaType }: Pick<Recording, 'isPlayable' | 'mediaType'>) =>
  isPlayable ||
  (mediaType !== null && document.createElement('video').canPlayType(mediaType) !== '')
