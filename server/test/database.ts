import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrateQueues } from '../platform/jobs/boss.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `admin`: URL of the maintenance database. `template`: name of a migrated database to clone. */
    database: { admin: string; template: string }
  }
}

const template = 'maylab_template'

/** Vitest global setup: one PostgreSQL for the whole run, with a migrated template. */
export async function setup(project: TestProject) {
  const externalUrl = process.env['TEST_DATABASE_URL']
  const folder = externalUrl ? undefined : mkdtempSync(path.join(tmpdir(), 'maylab-test-'))
  const server = folder ? await startEmbedded(folder) : undefined
  const urlOf = (name: string) => server?.urlOf(name) ?? withDatabase(externalUrl ?? '', name)
  const admin = urlOf('postgres')
  if (server) await disableSync(admin)
  await run(admin, `drop database if exists ${template}`)
  await run(admin, `create database ${template}`)
  await migrate(urlOf(template))
  await migrateQueues(urlOf(template))
  project.provide('database', { admin, template })
  return async () => {
    await server?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** Turns syncing off: tests do not need to survive a power cut. */
async function disableSync(admin: string) {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await run(admin, `alter system set ${setting} = off`)
  await run(admin, 'select pg_reload_conf()')
}

export const withDatabase = (url: string, name: string) => {
  const [address = '', options] = url.split('?')
  return address.replace(/\/[^/]*$/, `/${name}`) + (options ? `?${options}` : '')
}

/** Clones the template; `drop` removes the clone. */
export async function cloneDatabase({
  admin,
  template: from,
}: {
  admin: string
  template: string
}) {
  const name = `test_${randomBytes(8).toString('hex')}`
  await run(admin, `create database ${name} template ${from} strategy file_copy`)
  return {
    url: withDatabase(admin, name),
    async drop() {
      // A pool ends before its connections have closed; a connection that is cut off reports an error.
      for (let tries = 0; tries < 20 && (await connectionsTo(admin, name)) > 0; tries++)
        await sleep(50)
      await run(admin, `drop database if exists ${name} with (force)`)
    },
  }
}

const connectionsTo = async (admin: string, name: string) =>
  (await run(admin, `select from pg_stat_activity where datname = '${name}'`)).rowCount ?? 0

async function run(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
