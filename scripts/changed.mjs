import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Arguments for Vitest: the tests beside what changed, and those that hold for every file. */
export function testsBesideChanges() {
  const changed = changedFiles()
  const left = leftOut.filter((it) => !changed.includes(it))
  return [...new Set(changed.flatMap(beside)), ...forEvery, ...left.map((it) => `--exclude=${it}`)]
}

/** What changed and can be linted; nothing where only settings did, so that all is. */
export const changedSources = () =>
  changedFiles().filter((it) => /\.(ts|tsx|mjs)$/.test(it) && existsSync(path.join(root, it)))

/** Since the last commit, or where nothing did, in it. */
function changedFiles() {
  const open = git('status', '--porcelain=v1', '--no-renames', '-uall').map((it) => it.slice(3))
  return open.length ? open : git('diff', '--name-only', '--no-renames', 'HEAD~1')
}
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const forEvery = [
  ...['architecture.test.ts', 'freshness.test.ts', 'journeys.test.ts', 'server/contract.test.ts'],
]

/** Too long for a quick look, unless they are what changed: they belong to `npm test`. */
const leftOut = [
  // It listens to recordings for two minutes.
  'server/providers/transcription/local/local.test.ts',
  // They start whole processes or a database, kill them, and wait until others take over.
  ...[
    'server/db/outage.test.ts',
    'server/process/crash.test.ts',
    'server/recordings/crash.test.ts',
  ],
]

/**
 * The folder of a file: a folder is a noun. What the contract says of a noun is tested where the server and the web have it.
 * @param {string} file
 */
export function beside(file) {
  const { dir, name } = path.parse(file)
  if (dir === '' || !/\.(ts|tsx|mjs|sql)$/.test(file)) return []
  const noun = name.split('.')[0] ?? ''
  const folders =
    dir === 'contract'
      ? [`contract/${noun}.`, `server/${noun}/`, `web/features/${noun}/`]
      : // Of the root, one file: the others begin whole servers.
        [dir === 'server' ? `server/${noun}.` : `${dir}/`]
  return folders.filter((it) => !it.endsWith('/') || existsSync(path.join(root, it)))
}
