import { maxRecordingBytes, tooLargeError } from '#contract/recordings/recordings.ts'

/** Some browsers report no type for these; the server checks the content anyway. */
const videoName = /\.(?:mp4|m4v|mov|webm|mkv|avi|wmv|mpe?g|3gp|ogv|ts)$/i

export const acceptedFiles = 'video/*,.mkv,.avi'

type Chosen = Pick<File, 'name' | 'type' | 'size'>

/** Why a file is rejected (docs/product.md, "Recordings"), or null. */
export function fileError({ name, type, size }: Chosen) {
  const isVideo = type === '' ? videoName.test(name) : type.startsWith('video/')
  if (!isVideo) return { title: 'Invalid file type', description: 'Please select a video file' }
  if (size > maxRecordingBytes) return { title: 'File too large', description: tooLargeError(size) }
  return null
}
