import { availableParallelism } from 'node:os'
import { localLanguage } from '#contract/transcriptions/transcription-hints.ts'
import type { TranscribeOptions, Transcriber } from '../transcriber.ts'
import { isVoskAvailable } from './model-sources.ts'
import { waitForModels } from './models.ts'
import { runWorker } from './run-worker.ts'

/** Transcribes English on this machine, in a process per recording. Waits for the models in `modelsDir` (`ensureModels`). */
export function localTranscriber({
  modelsDir,
  threads = Math.max(1, availableParallelism() - 1),
  hasVosk = isVoskAvailable(),
}: {
  modelsDir: string
  /** For recognition; one more thread decodes and analyzes voices. */
  threads?: number
  /** If false, there are no speakers, and word times are approximate. */
  hasVosk?: boolean
}) {
  return {
    // One transcription uses every core.
    maxConcurrent: 1,
    async begin(
      path: string,
      {
        speakers,
        language,
        onProgress,
        signal,
      }: Pick<TranscribeOptions, 'speakers' | 'language' | 'onProgress' | 'signal'>,
    ) {
      signal.throwIfAborted()
      await waitForModels(modelsDir, { onWait: (note) => onProgress(0, note), signal })
      const job = {
        path,
        modelsDir,
        speakers,
        threads,
        hasVosk,
        isEnglish: language === localLanguage,
      }
      return { transcript: await runWorker('transcribe', job, { onProgress, signal }) }
    },
  } satisfies Transcriber
}
