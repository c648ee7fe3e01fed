import { type Config, readConfig } from '../server/platform/config/config.ts'
import { type Db, openDb } from '../server/platform/db/db.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/process/open-database.ts'
import { loadSettingsFile } from '../server/platform/process/run.ts'
import { describeStartupError } from '../server/platform/process/startup-error.ts'

/** Runs a command with the settings of the installation. An error is printed as a sentence and sets exit code 1. */
export async function runCommand(command: (config: Config) => Promise<void>) {
  let config: Config | undefined
  try {
    loadSettingsFile()
    config = readConfig(process.env)
    await command(config)
  } catch (error) {
    process.stderr.write(`${describeStartupError(error, config)}\n`)
    process.exitCode = 1
  }
}

/** Runs `work` on the migrated database of the installation, which may be stopped or running. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>) {
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url)
    const { db } = openDb(url, () => {}, 1)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  } finally {
    await close()
  }
}
