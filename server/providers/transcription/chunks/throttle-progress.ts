import type { TranscribeOptions } from '../transcriber.ts'

/** Milliseconds. */
const reportMs = 600

/** At most twice a second, and never falling. */
export function throttleProgress(
  onProgress: TranscribeOptions['onProgress'],
): TranscribeOptions['onProgress'] {
  let last = { progress: 0, note: null as string | null, at: -Infinity }
  return (progress, note) => {
    const isNews = note !== last.note || performance.now() - last.at >= reportMs
    if (!isNews) return
    last = { progress: Math.max(last.progress, progress), note, at: performance.now() }
    onProgress(last.progress, note)
  }
}
