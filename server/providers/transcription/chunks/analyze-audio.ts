import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'
import { waitForModels } from '../local/models.ts'
import { runWorker } from '../local/run-worker.ts'
import { silentPeak } from '../local/sound/warnings.ts'
import type { TranscribeOptions } from '../transcriber.ts'

/** Below the 1400 s and the 25 MB, even as WAV, that services accept. */
export const maxChunkSeconds = 750
/** The remaining progress is that of the service. */
export const progressAfterAnalysis = 0.1

export type AudioOptions = {
  modelsDir: string
  /** Maximum seconds per chunk. */
  atMost?: number | undefined
}

/** Voices are analyzed if the service returns no speakers, or if its speakers must be matched between chunks. */
export async function analyzeAudio(
  path: string,
  { speakers, signal, onProgress }: Pick<TranscribeOptions, 'speakers' | 'signal' | 'onProgress'>,
  {
    modelsDir,
    voicesNeeded,
    atMost = maxChunkSeconds,
  }: AudioOptions & { voicesNeeded: 'always' | 'when-cut' },
): Promise<AudioAnalysis & { isSilent: boolean }> {
  const analyze = async (hasVoices: boolean) => {
    if (hasVoices) await waitForModels(modelsDir, { onWait: (note) => onProgress(0, note), signal })
    const job = { path, modelsDir, speakers, hasVoices, atMost }
    return runWorker('listen', job, {
      onProgress: (progress, note) => onProgress(progress * progressAfterAnalysis, note),
      signal,
    })
  }
  const audio = await analyze(voicesNeeded === 'always')
  const isSilent = audio.peak < silentPeak
  const mustMatch = voicesNeeded === 'when-cut' && audio.stretches.length > 1 && !isSilent
  return { ...(mustMatch ? await analyze(true) : audio), isSilent }
}
