import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile, report } from './figure.ts'

// Time from a fresh clone to the first page, relative to `npm ci` alone, both with a warm npm cache, and of the second
// start. Clones the committed state. Optional argument: rounds.
const rounds = Number(process.argv[2] ?? 2)
const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'))
const port = 3990
/** As in a shell: without the paths and settings that npm adds. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((it) => !it.includes('node_modules'))
    .join(path.delimiter),
  PORT: String(port),
}
const results: Record<string, number[]> = {}
const median = (name: string) => quantile(results[name] ?? [], 0.5)

try {
  for (let round = 0; round < rounds; round++) {
    const bare = clone(`bare-${round}`)
    note('npm ci', await timed(() => run('npm', ['ci', '--no-audit', '--no-fund'], bare)))
    rmSync(bare, { recursive: true })

    const product = clone(`product-${round}`)
    note('fresh clone to first page', await startAndStop(product))
    note('second start to first page', await startAndStop(product))
    rmSync(product, { recursive: true })
  }
  for (const [name, seconds] of Object.entries(results))
    console.log(`${name.padEnd(28)} ${seconds.map((it) => it.toFixed(1)).join(' ')} s`)
  report({
    name: 'fresh clone to first page against npm ci',
    goal: { max: 1.1 },
    unit: '',
    value: median('fresh clone to first page') / median('npm ci'),
  })
  report({
    name: 'second start to first page',
    goal: { max: 1.5 },
    unit: 's',
    value: median('second start to first page'),
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function clone(name: string) {
  const place = path.join(folder, name)
  execFileSync('git', ['clone', '--quiet', `file://${root}`, place])
  return place
}

function note(name: string, seconds: number) {
  console.log(`${name}: ${seconds.toFixed(1)} s`)
  ;(results[name] ??= []).push(seconds)
}

async function startAndStop(place: string) {
  const child = spawn('npm', ['start'], { cwd: place, env, stdio: 'ignore' })
  try {
    return await timed(() => firstPage(child))
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}

async function firstPage(child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer?.ok && (await answer.text()).includes('<script type="module"')) return
    await sleep(20)
  }
  throw new Error('It ended before it showed a page.')
}

async function timed(work: () => Promise<unknown>) {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

async function run(command: string, args: string[], cwd: string) {
  const child = spawn(command, args, { cwd, env, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
}
