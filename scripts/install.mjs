// Shared by `npm start` and `npm test`. Plain JavaScript with `node:` imports only, because it runs before anything is
// installed, on any Node from version 20.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (/** @type {string[]} */ ...names) => path.join(root, ...names)

/** Runs everything after the installation. */
export const installedNode = at('node_modules', 'node', 'bin', 'node')

/** Puts the installed Node and programs first in PATH, and caches compiled TypeScript between starts. */
export const environment = () => ({
  ...process.env,
  PATH: [path.dirname(installedNode), at('node_modules', '.bin'), process.env.PATH].join(
    path.delimiter,
  ),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? at('node_modules', '.cache', 'node'),
})

export const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`)

/** Running child processes, which receive the signals of this process. */
const children = new Set()

/**
 * Starts a program, which receives the signals of this process.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, env: environment(), ...options })
  children.add(child)
  child.once('close', () => children.delete(child))
  child.once('error', () => children.delete(child))
  return child
}

/** Set after a signal; later errors are not reported. */
export let isStopping = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => stopAll(signal))

function stopAll(/** @type {NodeJS.Signals} */ signal) {
  isStopping = true
  for (const child of children) child.kill(signal)
}

// npm killed with SIGKILL cannot forward a signal, but the parent process id changes.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stopAll('SIGTERM'), 250).unref()
}

const seconds = (/** @type {number} */ since) => `${Math.round((Date.now() - since) / 1000)} s`

/**
 * Runs a program without printing. Returns its exit code and output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, log?: string }} [options] `log`: a file that gets the output as it arrives
 */
export async function quietly(command, args, { env = environment(), log } = {}) {
  const child = start(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = log ? createWriteStream(log) : undefined
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
      file?.write(text)
    })
  try {
    const [code] = await once(child, 'close')
    return { code: code ?? 1, output }
  } catch (error) {
    return { code: 1, output: String(error) }
  } finally {
    file?.end()
  }
}

/** Whether the packages of the lock for this platform are installed; `withChecks` includes development packages. */
export function isInstalled({ withChecks = false } = {}) {
  try {
    const { packages: wanted } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
    // npm writes this file last, so an interrupted installation has none.
    const hidden = readFileSync(at('node_modules', '.package-lock.json'), 'utf8')
    const { packages: found } = JSON.parse(hidden)
    const isThere = Object.entries(wanted).every(
      ([place, { version, optional, devOptional, dev }]) =>
        place === '' ||
        (found[place]
          ? found[place].version === version
          : optional || (!withChecks && (dev || devOptional))),
    )
    return isThere && existsSync(installedNode)
  } catch {
    return false
  }
}

/** Installs the packages of the lock unless they are installed. Throws an Error whose message is shown to the user. */
export async function ensureInstalled({ withChecks = false } = {}) {
  if (isInstalled({ withChecks })) return
  // `npm ci` would remove packages that a product running from this folder still reads.
  const how = withChecks && isInstalled() ? ['install', '--no-save'] : ['ci']
  const since = Date.now()
  const log = at('install.log')
  say(
    'Installing the packages of package-lock.json from the npm registry; a minute or two the first time.',
  )
  const timer = setInterval(() => say(`  still installing, ${seconds(since)}`), 15_000)
  const checks = withChecks ? '--include=dev' : '--omit=dev'
  const args = [...how, '--no-audit', '--no-fund', '--include=optional', checks]
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  // Not with this process's Node, which may be the installed one that npm is about to replace.
  const [command, all] =
    npm?.endsWith('.js') && node ? [node, [npm, ...args]] : /** @type {const} */ (['npm', args])
  const { code, output } = await quietly(command, all, { env: process.env, log })
  clearInterval(timer)
  if (isStopping) process.exit(130)
  if (code !== 0 || !isInstalled({ withChecks })) throw new Error(installComplaint(output, log))
  rmSync(log, { force: true })
  say(`Installed in ${seconds(since)}.`)
}

function installComplaint(/** @type {string} */ output, /** @type {string} */ log) {
  if (/ENOSPC|no space left/i.test(output))
    return `The disk is full, so the packages could not be installed. Free about 1 GB and start again.`
  if (
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network|ERR_SOCKET_TIMEOUT/.test(output)
  )
    return `The npm registry could not be reached. Check the network (and npm's proxy setting) and start again; downloaded packages are kept. Details: ${log}`
  if (/EACCES|EPERM|EROFS/.test(output))
    return `This user may not write to ${root}. Change its owner, or use a copy of your own. Details: ${log}`
  if (/ENOENT/.test(output) && !output.includes('npm error'))
    return 'npm is not installed. It comes with Node: https://nodejs.org'
  return `The packages could not be installed. npm said:\n${output.trim().split('\n').slice(-20).join('\n')}\nFull output: ${log}`
}

const webFolder = at('dist', 'web')
/** Contains the digest of the sources of the built web. */
const webMark = at('dist', 'web.sources')

/** A digest of all files that the web is built from. */
function webSources() {
  const digest = createHash('sha256')
  const add = (/** @type {string} */ name) =>
    digest
      .update(`${name}\0`)
      .update(readFileSync(at(name)))
      .update('\0')
  for (const folder of ['web', 'contract'])
    for (const entry of readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile() && !it.name.includes('.test.'))
      .map((it) => path.relative(root, path.join(it.parentPath, it.name)))
      .sort())
      add(entry)
  for (const name of ['vite.config.ts', 'tsconfig.base.json', 'package-lock.json']) add(name)
  return digest.digest('hex')
}

export function isWebBuilt() {
  try {
    return (
      readFileSync(webMark, 'utf8') === webSources() &&
      existsSync(path.join(webFolder, 'index.html'))
    )
  } catch {
    return false
  }
}

/** Builds the web into a temporary folder and renames it, so that it is never served partially. Throws an Error. */
export async function buildWeb() {
  const sources = webSources()
  const fresh = at('dist', `web.${process.pid}`)
  const old = `${fresh}.old`
  await mkdir(at('dist'), { recursive: true })
  try {
    const { code, output } = await quietly('vite', [
      'build',
      '--outDir',
      fresh,
      '--logLevel',
      'warn',
    ])
    if (code !== 0) throw new Error(`The web app could not be built:\n${output.trim()}`)
    if (existsSync(webFolder)) await rename(webFolder, old)
    await rename(fresh, webFolder)
    await writeFile(webMark, sources)
  } finally {
    for (const folder of [fresh, old]) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a command and exits with its code. An error is printed as one sentence, with exit code 1. */
export async function main(/** @type {() => Promise<number>} */ command) {
  try {
    process.exit(await command())
  } catch (error) {
    if (!isStopping)
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
