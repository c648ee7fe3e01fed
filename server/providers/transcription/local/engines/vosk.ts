import path from 'node:path'
import { promisify } from 'node:util'
import koffi from 'koffi'
import { z } from 'zod'
import { sampleRate } from '../sound/pcm.ts'

/** Seconds from the start of the audio; `conf` 0 to 1. */
export type RecognizedWord = { start: number; end: number; word: string; conf: number }

const libraries: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'libvosk.so',
  darwin: 'libvosk.dylib',
  win32: 'libvosk.dll',
}
const answer = z.object({
  result: z
    .array(z.object({ start: z.number(), end: z.number(), word: z.string(), conf: z.number() }))
    .default([]),
})

export type Vosk = {
  /** Runs in its own thread, one call at a time. */
  recognize(samples: Int16Array): Promise<RecognizedWord[]>
}

/** Loads libvosk and a model that recognizers share. */
export function loadVosk(libraryFolder: string, modelFolder: string) {
  const library = koffi.load(path.join(libraryFolder, libraries[process.platform] ?? ''))
  const setLogLevel = library.func('void vosk_set_log_level(int)')
  const newModel = library.func('void* vosk_model_new(str)')
  const newRecognizer = library.func('void* vosk_recognizer_new(void*, float)')
  const setWords = library.func('void vosk_recognizer_set_words(void*, int)')
  const accept = threaded<number>(
    library.func('int vosk_recognizer_accept_waveform(void*, uint8_t*, int)'),
  )
  const finish = threaded<string>(library.func('str vosk_recognizer_final_result(void*)'))

  setLogLevel(-1)
  const model: unknown = newModel(modelFolder)
  if (!model) throw new Error(`libvosk cannot load the model in ${modelFolder}.`)

  return function vosk(): Vosk {
    const handle: unknown = newRecognizer(model, sampleRate)
    setWords(handle, 1)
    // libvosk counts from the first sample of its recognizer, across results.
    let before = 0
    return {
      async recognize(samples) {
        const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
        await accept(handle, bytes, bytes.length)
        const { result } = answer.parse(JSON.parse(await finish(handle)))
        const offset = before
        before += samples.length / sampleRate
        return result.map((it) => ({ ...it, start: it.start - offset, end: it.end - offset }))
      },
    }
  }
}

type Native = { async: (...args: unknown[]) => void }

const threaded = <Result>(native: Native) =>
  promisify((...args: unknown[]) => native.async(...args)) as (
    ...args: unknown[]
  ) => Promise<Result>
