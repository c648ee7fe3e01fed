import { wholePercent } from '#web/ui/progress.tsx'
import type { UploadInProgress } from './upload-store.ts'

/**
 * The summary of all uploads in the header, or null without any. It never names a client. A failed one comes first, as
 * the user has to act.
 */
export function describeUploads(inProgress: readonly UploadInProgress[]) {
  const broken = inProgress.find(({ upload }) => upload.phase === 'failed')
  if (broken)
    return { of: broken, text: 'The upload of a recording failed', percent: null, isBroken: true }
  const [first] = inProgress
  if (!first) return null
  const sending = inProgress.filter(({ upload }) => !upload.isProcessing)
  if (!sending.length)
    return {
      of: first,
      text: `Checking ${recordings(inProgress.length)}`,
      percent: null,
      isBroken: false,
    }
  const percent = getPercent(inProgress)
  const isPaused = sending.every(({ upload }) => upload.isPaused)
  return {
    of: first,
    text: isPaused
      ? `Upload of ${recordings(inProgress.length)} paused: ${percent}%`
      : `Uploading ${recordings(inProgress.length)}: ${percent}%`,
    percent,
    isBroken: false,
  }
}

const recordings = (number: number) => (number === 1 ? 'a recording' : `${number} recordings`)

function getPercent(inProgress: readonly UploadInProgress[]) {
  const size = inProgress.reduce((sum, { upload }) => sum + (upload.file?.size ?? 0), 0)
  const sent = inProgress.reduce((sum, { upload }) => sum + upload.sent, 0)
  return size > 0 ? wholePercent(sent / size) : 0
}
