import { createRequire } from 'node:module'
import { modernizeSpelling } from '../words/modern-spelling.ts'
import { sampleRate } from '../sound/pcm.ts'

type Stream = { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void }
type Recognizer = {
  createStream(): Stream
  decodeAsync(stream: Stream): Promise<{ text: string }>
}
type Sherpa = { OfflineRecognizer: new (config: object) => Recognizer }

export type MoonshineFiles = { encoder: string; decoder: string; tokens: string }

/** Moonshine: English text with case and punctuation, without word times, for up to 30 s of audio. */
export function loadMoonshine({ encoder, decoder, tokens }: MoonshineFiles) {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      moonshine: { encoder, mergedDecoder: decoder },
      tokens,
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
  })
  /** Runs in its own thread. */
  return async (sound: Int16Array) => {
    const stream = recognizer.createStream()
    stream.acceptWaveform({ samples: Float32Array.from(sound, (it) => it / 32_768), sampleRate })
    return modernizeSpelling((await recognizer.decodeAsync(stream)).text)
  }
}
