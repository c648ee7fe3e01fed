import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

/** Arguments for Vitest: the tests beside what changed, and those that hold for every file. */
export function testsBesideChanges() {
  const changed = changedFiles()
  const left = tooLongFor(changed).map((it) => `--exclude=${it}`)
  return [...new Set(changed.flatMap(beside)), ...forEvery, ...left]
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

const forEvery = ['architecture.test.ts', 'server/contract.test.ts']

/** Too long for a quick look, unless they or what they are named after changed: they belong to `npm test`. */
const leftOut = [
  // It listens to recordings for two minutes.
  'server/providers/transcription/local/local.test.ts',
  // They start whole processes or a database, kill them, and wait until others take over, or until something is tried again.
  ...[
    'server/db/outage.test.ts',
    'server/ai/crash.test.ts',
    'server/definitions/crash.test.ts',
    'server/process/crash.test.ts',
    'server/recordings/crash.test.ts',
    'server/recordings/finishing.test.ts',
    'server/recordings/moving-crash.test.ts',
    'server/reminders/crash.test.ts',
  ],
]

/**
 * Those that are left out after a change of some files.
 * @param {string[]} changed
 */
export const tooLongFor = (changed) =>
  leftOut.filter((it) => ![it, it.replace('.test.', '.')].some((of) => changed.includes(of)))

/**
 * The folder of a file: a folder is a noun. What the contract says of a noun is tested where the server and the web have
 * it, and where neither has such a folder, in those of the files that import it.
 * @param {string} file
 * @returns {string[]}
 */
export function beside(file) {
  const { dir, name } = path.parse(file)
  if (dir === '' || !/\.(ts|tsx|mjs|sql)$/.test(file)) return []
  const noun = name.split('.')[0] ?? ''
  if (dir === 'contract') {
    const folders = [`server/${noun}/`, `web/features/${noun}/`].filter(isThere)
    return [`contract/${noun}.`, ...(folders.length ? folders : besideImporters(noun))]
  }
  // Of the root, one file: the others begin whole servers.
  return dir === 'server' ? [`server/${noun}.`] : [`${dir}/`].filter(isThere)
}
const isThere = (/** @type {string} */ folder) => existsSync(path.join(root, folder))

/** Of what more folders import, nearly all is built: those are for `npm test`. */
const mostFolders = 6

function besideImporters(/** @type {string} */ noun) {
  const files = git('ls-files', '-co', '--exclude-standard', 'server', 'web')
    .filter((it) => /\.tsx?$/.test(it) && isThere(it))
    .filter((it) => readFileSync(path.join(root, it), 'utf8').includes(`'#contract/${noun}.ts'`))
  const folders = [...new Set(files.flatMap(beside))]
  return folders.length > mostFolders ? [] : folders
}
