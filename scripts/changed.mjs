import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Arguments for Vitest: the tests beside what changed, and those that hold for every file. */
export const testsBesideChanges = () => [...new Set(changedFiles().flatMap(beside)), ...forEvery]

/** Since the last commit, or where nothing did, in it. */
function changedFiles() {
  const open = git('status', '--porcelain=v1', '--no-renames', '-uall').map((it) => it.slice(3))
  return open.length ? open : git('diff', '--name-only', '--no-renames', 'HEAD~1')
}
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const forEvery = [
  ...['architecture.test.ts', 'freshness.test.ts', 'journeys.test.ts', 'server/contract.test.ts'],
  // It listens to recordings for two minutes.
  '--exclude=server/providers/transcription/local/local.test.ts',
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
