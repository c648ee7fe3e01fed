import { maxRecordingBytes } from '#contract/recordings/recordings.ts'

const mebi = 1024 * 1024
/** Some browsers report no type for these; the server checks the content anyway. */
const videoName = /\.(?:mp4|m4v|mov|webm|mkv|avi|wmv|mpe?g|3gp|ogv|ts)$/i

export const acceptedFiles = 'video/*,.mkv,.avi'

type Chosen = Pick<File, 'name' | 'type' | 'size'>

/** Why a file is rejected (docs/product.md, "Recordings"), or null. */
export function fileError({ name, type, size }: Chosen) {
  const isVideo = type === '' ? videoName.test(name) : type.startsWith('video/')
  if (!isVideo) return { title: 'Invalid file type', description: 'Please select a video file' }
  if (size > maxRecordingBytes)
    return {
      title: 'File too large',
      // Rounded up: 500.2 MB must not read as the 500 MB that are allowed.
      description: `File size must be under 500MB. Your file is ${Math.ceil(size / mebi)}MB`,
    }
  return null
}

/** Session id, client name and time (docs/product.md, "Recordings"). */
export function recordingFileName(sessionId: string, clientName: string, at: Date) {
  const name = clientName.trim().replaceAll(/[\s/\\:*?"<>|]+/g, '_')
  const stamp = at.toISOString().replaceAll(/[:.]/g, '-')
  return `${sessionId}_${name}_${stamp}.mp4`
}
