import { connect } from './connect.ts'
import { startFetchingModels } from './platform/process/fetch-models.ts'
import { openLog } from './platform/process/log.ts'
import { startDatabase } from './platform/process/open-database.ts'
import { loadSettingsFile, run, printLine } from './platform/process/run.ts'
import { startJobs } from './jobs.ts'

// `npm run worker`: runs background jobs for app processes with JOBS=off.
loadSettingsFile()
run(async (config, onStop) => {
  const log = openLog(config)
  const url = await startDatabase(config, log, onStop)
  const { deps, close } = await connect(config, log, url)
  onStop(close)
  const jobs = startJobs(deps, {
    connectionString: url,
    onError: (error) => log.error({ err: error }, 'background work failed'),
  })
  // Stopping during the start waits for the start; what makes it fail is thrown below.
  onStop(async () => (await jobs.catch(() => undefined))?.stop())
  await jobs
  onStop(startFetchingModels(config.modelsDir))
  printLine('Waiting for work.')
})
