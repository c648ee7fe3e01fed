// Run by ffmpeg.ts as its own process: node ffmpeg-wasm.mjs FILE OUTPUT ARGUMENTS…
// Runs FFmpeg compiled to WebAssembly (@ffmpeg/core, GPL-2.0-or-later) with FILE as `input`, and OUTPUT, or stdout if
// empty, as `output`.
// The package is made for browsers: it needs `location` and keeps files in memory. Here the input is read on demand and
// the output is streamed, so memory does not grow with either. JavaScript, because it starts for each picture and type
// stripping takes a fifth of the start.
import { fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * @typedef {{
 *   read(stream: unknown, to: Uint8Array, offset: number, length: number, at: number): number
 *   write(stream: unknown, from: Uint8Array, offset: number, length: number, at: number): number
 *   open?(stream: unknown): void
 * }} Operations
 * @typedef {{ mode: number, stream_ops: Operations }} FileNode
 * @typedef {{
 *   FS: { createFile(at: string, name: string, options: object, canRead: boolean, canWrite: boolean): FileNode }
 *   setLogger(logger: (line: { message: string }) => void): void
 *   exec(...args: string[]): number
 *   ret: number
 * }} Core
 * @typedef {(options: { wasmBinary: ArrayBufferLike, locateFile(name: string): string }) => Promise<Core>} LoadCore
 */

const fifo = 0o010666
const maxLines = 50

const [file = '', outputFile = '', ...args] = process.argv.slice(2)
const core = await loadCore()

let lines = 0
core.setLogger(({ message }) => {
  if (message && message !== 'Aborted()' && lines++ < maxLines)
    writeSync(2, message.slice(0, 300) + '\n')
})

const source = openSource()
const { size } = fstatSync(source)
const input = core.FS.createFile('/', 'input', {}, true, false)
Object.defineProperty(input, 'usedBytes', { get: () => size })
input.stream_ops = {
  ...input.stream_ops,
  read: (_stream, to, offset, length, at) =>
    at >= size ? 0 : readSync(source, to, offset, Math.min(length, size - at), at),
}

const output = core.FS.createFile('/', 'output', {}, true, true)
if (outputFile) {
  const target = openSync(outputFile, 'w+')
  Object.defineProperty(output, 'usedBytes', { get: () => fstatSync(target).size })
  output.stream_ops = {
    ...output.stream_ops,
    read: (_stream, to, offset, length, at) => readSync(target, to, offset, length, at),
    write: (_stream, from, offset, length, at) => writeSync(target, from, offset, length, at),
  }
} else
  output.stream_ops = {
    ...output.stream_ops,
    // As a pipe, so that FFmpeg does not seek back to correct a header. Set on open: FFmpeg only opens regular files.
    open() {
      output.mode = fifo
    },
    write(_stream, from, offset, length) {
      for (let done = 0; done < length;) done += writeSome(from, offset + done, length - done)
      return length
    },
  }

core.exec('-y', ...args)
process.exit(core.ret)

async function loadCore() {
  const require = createRequire(import.meta.url)
  /** @type {string} */
  let script
  try {
    script = require.resolve('@ffmpeg/core')
  } catch {
    writeSync(2, 'FFmpeg is missing: install it (or the optional npm package @ffmpeg/core).\n')
    process.exit(127)
  }
  const folder = path.dirname(script)
  Object.assign(globalThis, { self: globalThis, location: { href: `file://${folder}/` } })
  const load = /** @type {LoadCore} */ (require(script))
  // Passes the whole ArrayBuffer: a view of it would be copied (32 MB).
  const { buffer } = readFileSync(path.join(folder, 'ffmpeg-core.wasm'))
  return load({
    wasmBinary: buffer,
    locateFile: (name) => path.join(folder, name),
  })
}

function openSource() {
  try {
    return openSync(file, 'r')
  } catch (error) {
    writeSync(2, `${String(error)}\n`)
    process.exit(1)
  }
}

/**
 * Returns the number of bytes written. A full pipe throws EAGAIN: waits for its slower reader.
 * @type {(from: Uint8Array, offset: number, length: number) => number}
 */
function writeSome(from, offset, length) {
  try {
    return writeSync(1, from, offset, length)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'EPIPE') process.exit(1)
    if (code !== 'EAGAIN') throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return 0
  }
}
