import { availableParallelism } from 'node:os'
import { localLanguage } from '#contract/transcription-hints.ts'
import type { TranscribeOptions, Transcriber } from '../transcriber.ts'
import { isVoskAvailable } from './model-sources.ts'
import { waitForModels } from './models.ts'
import { runWorker } from './run-worker.ts'

/**
 * Speech to text on this machine: English, with the models in `modelsDir`, and the speakers told apart by their voices.
 * One process for each recording. Waits while the models are being fetched (`ensureModels`).
 */
export function localTranscriber({
  modelsDir,
  threads = Math.max(1, availableParallelism() - 1),
  hasVosk = isVoskAvailable(),
}: {
  modelsDir: string
  /** Of recognition; one more decodes and listens to the voices. */
  threads?: number
  /** Without it there are no speakers, and times are approximate. */
  hasVosk?: boolean
}) {
  return {
    // It takes every core there is.
    maxConcurrent: 1,
    async begin(
      path: string,
      {
        voices,
        language,
        onProgress,
        signal,
      }: Pick<TranscribeOptions, 'voices' | 'language' | 'onProgress' | 'signal'>,
    ) {
      signal.throwIfAborted()
      await waitForModels(modelsDir, { onWait: (note) => onProgress(0, note), signal })
      const job = {
        path,
        modelsDir,
        voices,
        threads,
        hasVosk,
        isEnglish: language === localLanguage,
      }
      return { transcript: await runWorker('transcribe', job, { onProgress, signal }) }
    },
  } satisfies Transcriber
}
