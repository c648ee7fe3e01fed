import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const wasmScript = fileURLToPath(new URL('./ffmpeg-wasm.ts', import.meta.url))
const maxErrorText = 4000
/** Containers that hold their own data: a playlist would make FFmpeg open other files of this machine. */
const containers = 'mov,matroska,webm,avi,mpeg,mpegts,ogg,wav,mp3,aac,flac,asf,flv'
/** The last one holds for whatever a container names inside itself. */
const guards = ['-v', 'error', '-format_whitelist', containers, '-protocol_whitelist', 'file']

export type FfmpegRun = {
  /** To be read to its end, or destroyed: FFmpeg waits for its reader. */
  stdout: Readable
  /** Never rejects. `code` is null when FFmpeg was aborted, killed or could not be started. */
  done: Promise<{ code: number | null; stderr: string }>
}

/**
 * Runs FFmpeg on the local file `input`; `args` are the output options, format included (`-f s16le`).
 * The output is a stream, so the format must be one that is written from start to end. A JPEG still is
 * `-frames:v 1 -f image2 -c:v mjpeg -huffman default`: the encoder's own choice of tables crashes in WebAssembly.
 * The machine's own FFmpeg is used when it has one (`FFMPEG_PATH`, else `ffmpeg`), otherwise, or with
 * `FFMPEG_WASM=1`, the one compiled to WebAssembly. Abort kills it at once.
 */
export function runFfmpeg(options: {
  input: string
  args: readonly string[]
  signal?: AbortSignal
}): FfmpegRun {
  const input = path.resolve(options.input)
  const native = process.env['FFMPEG_WASM'] === '1' ? undefined : findNative()
  const command = native ?? process.execPath
  const args = native
    ? ['-nostdin', ...guards, '-i', `file:${input}`, ...options.args, '-']
    : [wasmScript, input, ...guards, '-i', 'input', ...options.args, 'output']
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: options.signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, maxErrorText)
  })
  const done = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.on('error', (error) => {
      // An abort closes the streams too, and `close` follows; a failed start has no `close`.
      if (child.pid === undefined) resolve({ code: null, stderr: error.message })
    })
    child.on('close', (code) => resolve({ code, stderr: stderr.trim() }))
  })
  return { stdout: child.stdout, done }
}

const probed = new Map<string, boolean>()

function findNative() {
  const command = process.env['FFMPEG_PATH'] || 'ffmpeg'
  let works = probed.get(command)
  if (works === undefined) {
    works = spawnSync(command, ['-version'], { stdio: 'ignore', windowsHide: true }).status === 0
    probed.set(command, works)
  }
  return works ? command : undefined
}
