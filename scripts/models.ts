import path from 'node:path'
import { readConfig } from '../server/platform/config/config.ts'
import { fetchModels } from '../server/platform/process/fetch-models.ts'

// `npm run models [-- FOLDER]`: downloads the speech models ahead of time.
const [given] = process.argv.slice(2)
const dir = given ? path.resolve(given) : readConfig(process.env).modelsDir
if (await fetchModels(dir, console.log)) console.log(`The speech models are in ${dir}`)
else process.exitCode = 1
