import { spawnSync } from 'node:child_process'

const isOnMachine = spawnSync(process.env['FFMPEG_PATH'] || 'ffmpeg', ['-version']).status === 0

/** The FFmpegs that can run here: the machine's own where it has one, and the one compiled to WebAssembly. */
export const ffmpegs = [
  ...(isOnMachine ? [{ name: "the machine's FFmpeg", wasm: '' }] : []),
  { name: 'FFmpeg as WebAssembly', wasm: '1' },
]
