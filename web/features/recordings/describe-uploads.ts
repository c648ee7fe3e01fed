import { wholePercent } from '#web/ui/progress.tsx'
import type { UploadInProgress } from './upload-store.ts'

/**
 * What the whole application shows of uploads under way, or null without any: how far they are together, and never of
 * whom a recording is. One that broke off comes first, as somebody has to do something about it.
 */
export function describeUploads(underWay: readonly UploadInProgress[]) {
  const broken = underWay.find(({ upload }) => upload.phase === 'failed')
  if (broken)
    return { of: broken, text: 'The upload of a recording failed', percent: null, isBroken: true }
  const [first] = underWay
  if (!first) return null
  const sending = underWay.filter(({ upload }) => !upload.isProcessing)
  if (!sending.length)
    return {
      of: first,
      text: `Checking ${recordings(underWay.length)}`,
      percent: null,
      isBroken: false,
    }
  const percent = percentOf(underWay)
  const isPaused = sending.every(({ upload }) => upload.isPaused)
  return {
    of: first,
    text: isPaused
      ? `Upload of ${recordings(underWay.length)} paused: ${percent}\u00A0%`
      : `Uploading ${recordings(underWay.length)}: ${percent}\u00A0%`,
    percent,
    isBroken: false,
  }
}

const recordings = (number: number) => (number === 1 ? 'a recording' : `${number} recordings`)

function percentOf(underWay: readonly UploadInProgress[]) {
  const size = underWay.reduce((sum, { upload }) => sum + (upload.file?.size ?? 0), 0)
  const sent = underWay.reduce((sum, { upload }) => sum + upload.sent, 0)
  return size > 0 ? wholePercent(sent / size) : 0
}
