import { nativeFfmpeg } from '../platform/media/ffmpeg.ts'

/** The available FFmpegs: the installed one, if any, and the one compiled to WebAssembly. */
export const ffmpegs = [
  ...(nativeFfmpeg() ? [{ name: "the machine's FFmpeg", wasm: '' }] : []),
  { name: 'FFmpeg as WebAssembly', wasm: '1' },
]
