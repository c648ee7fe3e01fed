import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Run, runConfined } from './confined.ts'

const wasmScript = fileURLToPath(new URL('./ffmpeg-wasm.mjs', import.meta.url))
/** Containers that hold their own data: a playlist would make FFmpeg open other files of this machine. */
const containers = 'mov,matroska,webm,avi,mpeg,mpegts,ogg,wav,mp3,aac,flac,asf,flv'
/** A picture of 8K has 33 million. What states more is refused before it is unpacked, wherever it stands in the file. */
const maxPixels = 40_000_000
const maxStreams = 100
const guards = [
  ...['-v', 'error', '-format_whitelist', containers],
  // Holds for whatever a container names inside itself.
  ...['-protocol_whitelist', 'file'],
  ...['-max_pixels', String(maxPixels), '-max_streams', String(maxStreams)],
  // Each thread keeps pictures of its own.
  ...['-threads', '1'],
]

/** Of V8, for FFmpeg as WebAssembly. */
const wasmFlags = (isBrief: boolean) => [
  // To check functions that a file never needs is more than a quarter of its start; each is checked before it runs.
  '--wasm-lazy-validation',
  // What looks at one picture is over before faster code for it is made; of a long recording it delays that for a moment.
  `--wasm-tiering-budget=${isBrief ? 1_000_000_000 : 130_000_000}`,
]

/**
 * Runs FFmpeg on the local file `input`, opened `inputs` times; `args` are the output options, format included
 * (`-f s16le`), `reading` those of the input. `isBrief`: it takes some pictures at most, for which faster code is not worth making.
 * The output is a stream, so the format must be one that is written from start to end; or the file `output`, which a
 * format may go back in, and nothing but that file can be written then. A JPEG still is
 * `-frames:v 1 -f image2 -c:v mjpeg -huffman default`: the encoder's own choice of tables crashes in WebAssembly.
 * The machine's own FFmpeg is used when it has one (`FFMPEG_PATH`, else `ffmpeg`), otherwise, or with
 * `FFMPEG_WASM=1`, the one compiled to WebAssembly. Abort kills it at once.
 */
export function runFfmpeg(options: {
  input: string
  inputs?: number
  reading?: readonly string[]
  args: readonly string[]
  output?: string
  isBrief?: boolean
  signal?: AbortSignal
  /** Of work, after which it is killed. */
  cpuSeconds?: number
}): Run {
  const { args, inputs = 1, reading = [], isBrief = false, ...limits } = options
  const file = path.resolve(options.input)
  const output = options.output && path.resolve(options.output)
  const native = process.env['FFMPEG_WASM'] === '1' ? undefined : nativeFfmpeg()
  return runConfined(
    native
      ? {
          command: native,
          args: ['-nostdin', '-y', ...taking(`file:${file}`), output ? `file:${output}` : '-'],
        }
      : {
          script: wasmScript,
          flags: [...wasmFlags(isBrief), ...(output ? [`--allow-fs-write=${output}`] : [])],
          args: [file, output ?? '', ...taking('input'), 'output'],
        },
    limits,
  )

  function taking(from: string) {
    const input = [...guards, ...reading, '-i', from]
    return [...Array.from({ length: inputs }, () => input).flat(), ...args]
  }
}

const probed = new Map<string, boolean>()

/** The command of the machine's own FFmpeg, where it has one. */
export function nativeFfmpeg() {
  const command = process.env['FFMPEG_PATH'] || 'ffmpeg'
  let works = probed.get(command)
  if (works === undefined) {
    works = spawnSync(command, ['-version'], { stdio: 'ignore', windowsHide: true }).status === 0
    probed.set(command, works)
  }
  return works ? command : undefined
}
