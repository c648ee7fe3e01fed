import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Run, runConfined } from './confined.ts'

const wasmScript = fileURLToPath(new URL('./ffmpeg-wasm.mjs', import.meta.url))
/** Self-contained containers only: a playlist would make FFmpeg open other local files. */
const containers = 'mov,matroska,webm,avi,mpeg,mpegts,ogg,wav,mp3,aac,flac,asf,flv'
/** 8K has 33 million. Larger pictures are rejected before they are decoded. */
const maxPixels = 40_000_000
const maxStreams = 100
const guards = [
  ...['-v', 'error', '-format_whitelist', containers],
  // Also applies to URLs inside a container.
  ...['-protocol_whitelist', 'file'],
  ...['-max_pixels', String(maxPixels), '-max_streams', String(maxStreams)],
  // Each thread needs its own picture buffers.
  ...['-threads', '1'],
]

/** V8 flags for FFmpeg as WebAssembly. */
const wasmFlags = (isBrief: boolean) => [
  // Validating unused functions takes more than a quarter of the start; each is validated before it runs.
  '--wasm-lazy-validation',
  // A short run ends before optimized code would pay off; a long one only optimizes a little later.
  `--wasm-tiering-budget=${isBrief ? 1_000_000_000 : 130_000_000}`,
]

/**
 * Runs FFmpeg on the local file `input`, opened `inputs` times; `args` are the output options, format included
 * (`-f s16le`), `reading` the input options. `isBrief`: decodes a few pictures at most, so optimizing does not pay off.
 * The output is a stream, so the format must not need to seek; or the file `output`, which may be written out of order
 * and is the only writable file. For a JPEG still use `-frames:v 1 -f image2 -c:v mjpeg -huffman default`: the encoder's
 * default Huffman tables crash in WebAssembly.
 * Uses the installed FFmpeg (`FFMPEG_PATH`, else `ffmpeg`) if there is one, otherwise, or with `FFMPEG_WASM=1`, the one
 * compiled to WebAssembly. An abort kills it at once.
 */
export function runFfmpeg(options: {
  input: string
  inputs?: number
  reading?: readonly string[]
  args: readonly string[]
  output?: string
  isBrief?: boolean
  signal?: AbortSignal
  /** CPU time after which it is killed. */
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
          args: ['-nostdin', '-y', ...withInput(`file:${file}`), output ? `file:${output}` : '-'],
        }
      : {
          script: wasmScript,
          flags: [...wasmFlags(isBrief), ...(output ? [`--allow-fs-write=${output}`] : [])],
          args: [file, output ?? '', ...withInput('input'), 'output'],
        },
    limits,
  )

  function withInput(from: string) {
    const input = [...guards, ...reading, '-i', from]
    return [...Array.from({ length: inputs }, () => input).flat(), ...args]
  }
}

const probed = new Map<string, boolean>()

/** The command of the installed FFmpeg; undefined if there is none. */
export function nativeFfmpeg() {
  const command = process.env['FFMPEG_PATH'] || 'ffmpeg'
  let works = probed.get(command)
  if (works === undefined) {
    works = spawnSync(command, ['-version'], { stdio: 'ignore', windowsHide: true }).status === 0
    probed.set(command, works)
  }
  return works ? command : undefined
}
