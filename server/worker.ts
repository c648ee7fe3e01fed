import { connect } from './platform/process/connect.ts'
import { openLog } from './platform/process/log.ts'
import { startDatabase } from './platform/process/open-database.ts'
import { loadSettingsFile, run, printLine } from './platform/process/run.ts'
import { runJobs } from './platform/process/serve.ts'

// Background work alone, beside app processes that run with JOBS=off.
loadSettingsFile()
run(async (config, onStop) => {
  const log = openLog(config)
  const url = await startDatabase(config, log, onStop)
  const { deps, close } = await connect(config, log, url)
  onStop(close)
  const jobs = runJobs(deps, { config, log, url })
  // A stop during the start waits for it.
  onStop(async () => (await jobs.catch(() => undefined))?.stop())
  await jobs
  printLine('Waiting for work.')
})
