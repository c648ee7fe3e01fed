import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'

const root = path.join(import.meta.dirname, '..')
const schema = path.join(root, 'server', 'platform', 'db', 'schema.ts')

/** Writes the table types of the migrated database at `url` to `file`. */
export function writeTypes(url: string, file: string) {
  run('kysely-codegen', [
    ...['--url', url, '--out-file', file, '--dialect', 'postgres', '--camel-case'],
    ...['--date-parser', 'string', '--numeric-parser', 'number'],
    ...['--type-mapping', '{"timestamptz":"string","int8":"number"}'],
    ...['--exclude-pattern', 'pgboss.*'],
  ])
  run('oxfmt', ['--config', path.join(root, '.oxfmtrc.json'), file])
}

function run(program: string, args: string[]) {
  const file = path.join(root, 'node_modules', '.bin', program)
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

// `npm run db:types`: writes the table types of the migrations, from a temporary database.
if (import.meta.main) {
  const folder = mkdtempSync(path.join(tmpdir(), 'maylab-types-'))
  const server = await startEmbedded(folder)
  try {
    await migrate(server.urlOf('postgres'))
    // Formatted in another folder, because the formatter ignores the generated file at its place.
    const written = path.join(folder, 'schema.ts')
    writeTypes(server.urlOf('postgres'), written)
    copyFileSync(written, schema)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
