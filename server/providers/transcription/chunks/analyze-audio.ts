import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'
import { waitForModels } from '../local/models.ts'
import { runWorker } from '../local/run-worker.ts'
import { silentPeak } from '../local/sound/warnings.ts'
import type { TranscribeOptions } from '../transcriber.ts'

/** Seconds of a piece: under the 1400 s and, also as WAV, under the 25 MB that services take. */
export const maxChunkSeconds = 750
/** Of the whole; the rest is the service's. */
export const progressAfterAnalysis = 0.1

export type AudioOptions = {
  modelsDir: string
  /** Seconds of a piece. */
  atMost?: number | undefined
}

/** Voices are listened to where a service tells none, or where its names have to be carried over a cut. */
export async function analyzeAudio(
  path: string,
  { voices, signal, onProgress }: Pick<TranscribeOptions, 'voices' | 'signal' | 'onProgress'>,
  {
    modelsDir,
    voicesNeeded,
    atMost = maxChunkSeconds,
  }: AudioOptions & { voicesNeeded: 'always' | 'when-cut' },
): Promise<AudioAnalysis & { isSilent: boolean }> {
  const told = {
    onProgress: (progress: number, note: string | null) =>
      onProgress(progress * progressAfterAnalysis, note),
    signal,
  }
  const listen = async (hasVoices: boolean) => {
    if (hasVoices) await waitForModels(modelsDir, { onWait: (note) => onProgress(0, note), signal })
    const job = { path, modelsDir, voices, hasVoices, atMost }
    return runWorker('listen', job, told)
  }
  const heard = await listen(voicesNeeded === 'always')
  const isSilent = heard.peak < silentPeak
  const isCut = heard.stretches.length > 1
  const all = voicesNeeded === 'when-cut' && isCut && !isSilent ? await listen(true) : heard
  return { ...all, isSilent }
}
