// `npm test`: installs missing packages and runs every check, two at a time. Browser tests run alone, because their
// timing matters.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  buildWeb,
  ensureInstalled,
  installedNode,
  isStopping,
  isWebBuilt,
  main,
  quietly,
  root,
  say,
} from './install.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts `flaky`: passed at the second try only. */
/** @typedef {{ name: string, after?: string[], alone?: boolean, run: () => Promise<{ code: number, output: string }>, counts?: () => Counts }} Step */

const results = path.join(root, 'test-results')
const report = (/** @type {string} */ name) => path.join(results, name)
const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'))

const tool =
  (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
  () =>
    quietly(path.join(root, 'node_modules', '.bin', name), args)

const types = (/** @type {string} */ project) => tool('tsc', '-p', project, '--singleThreaded')

/** @type {Step} */
const models = { name: 'models', run: () => quietly(installedNode, ['scripts/models.ts']) }

/** @returns {Step} */
const vitest = (/** @type {string} */ name, /** @type {string} */ project) => ({
  name,
  after: ['models'],
  run: tool(
    'vitest',
    ...['run', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${report(`${name}.json`)}`,
    `--project=${project}`,
  ),
  counts: () => {
    const it = read(report(`${name}.json`))
    return {
      passed: it.numPassedTests,
      failed: it.numFailedTests,
      skipped: it.numPendingTests + it.numTodoTests,
    }
  },
})

/** @type {Step[]} */
const everything = [
  models,
  vitest('unit and feature tests', '!speech-engine'),
  { name: 'web build', run: webBuild },
  { name: 'types of the server', run: types('server/tsconfig.json') },
  { name: 'types of the web', run: types('web/tsconfig.json') },
  { name: 'types of the rest', run: types('tsconfig.json') },
  { name: 'lint', run: tool('oxlint', '--type-aware') },
  { name: 'format', run: tool('oxfmt', '--check') },
  { name: 'unused', run: tool('knip') },
  { name: 'API description', run: () => quietly(installedNode, ['scripts/check-api.ts']) },
  vitest('speech engine', 'speech-engine'),
  {
    name: 'browser tests',
    after: ['models', 'web build'],
    alone: true,
    run: tool('playwright', 'test'),
    counts: () => {
      const { expected, unexpected, skipped, flaky } = read(report('e2e.json')).stats
      return { passed: expected + flaky, failed: unexpected, skipped, flaky }
    },
  },
]

async function webBuild() {
  if (isWebBuilt()) return { code: 0, output: '' }
  return buildWeb().then(
    () => ({ code: 0, output: '' }),
    (error) => ({ code: 1, output: error.message }),
  )
}

await main(async () => {
  await ensureInstalled({ withChecks: true })
  mkdirSync(results, { recursive: true })
  for (const name of readdirSync(results).filter((it) => it.endsWith('.json'))) rmSync(report(name))
  const total = none()
  const since = Date.now()
  await inOrder(everything, async (step) => {
    const begun = Date.now()
    const { code, output } = await step.run()
    if (isStopping) return false
    const counts = readCounts(step, code)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    total.flaky = (total.flaky ?? 0) + (counts.flaky ?? 0)
    const took = `${((Date.now() - begun) / 1000).toFixed(1)} s`.padStart(8)
    const tests = step.counts ? `  ${summary(counts)}` : ''
    if (code !== 0 || counts.flaky) say(`${output.trim()}\n`)
    say(`${took}  ${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name}${tests}`)
    return code === 0
  })
  if (isStopping) return 130
  say(`Everything took ${Math.round((Date.now() - since) / 1000)} s.`)
  say(summary(total))
  return total.failed ? 1 : 0
})

/** @returns {Counts} */
function none() {
  return { passed: 0, failed: 0, skipped: 0 }
}

/** A step that failed without a failed test (a check, or a crash) counts as one failure. */
function readCounts(/** @type {Step} */ step, /** @type {number} */ code) {
  let counts = none()
  try {
    counts = step.counts?.() ?? counts
  } catch {
    // It ended before it wrote its report.
  }
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function summary(/** @type {Counts} */ { passed, failed, skipped, flaky }) {
  const rest = [...(skipped ? [`${skipped} skipped`] : []), ...(flaky ? [`${flaky} flaky`] : [])]
  return [`${passed} passed`, `${failed} failed`, ...rest].join(', ')
}

/**
 * Runs two steps at a time, each after the steps it needs, even if these failed.
 * @param {Step[]} all
 * @param {(step: Step) => Promise<boolean>} run
 */
async function inOrder(all, run) {
  const waiting = [...all]
  const done = new Set()
  /** @type {Map<Step, Promise<void>>} */
  const running = new Map()
  while (waiting.length || running.size) {
    const step = waiting.find((it) => hasRoom(it, waiting, [...running.keys()], done))
    if (step && !isStopping) {
      waiting.splice(waiting.indexOf(step), 1)
      running.set(
        step,
        run(step).then(() => {
          running.delete(step)
          done.add(step.name)
        }),
      )
    } else if (running.size) await Promise.race(running.values())
    else return
  }
}

/** @type {(step: Step, waiting: Step[], running: Step[], done: Set<string>) => boolean} */
function hasRoom({ after = [], alone }, waiting, running, done) {
  if (!after.every((name) => done.has(name))) return false
  return alone ? running.length === 0 && waiting.length === 1 : running.length < 2
}
