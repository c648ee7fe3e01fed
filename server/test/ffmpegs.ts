import { nativeFfmpeg } from '../platform/media/ffmpeg.ts'

/** The FFmpegs that can run here: the machine's own where it has one, and the one compiled to WebAssembly. */
export const ffmpegs = [
  ...(nativeFfmpeg() ? [{ name: "the machine's FFmpeg", wasm: '' }] : []),
  { name: 'FFmpeg as WebAssembly', wasm: '1' },
]
