import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { login } from '#contract/accounts/auth.ts'
import { type Client, listMyCoachClients } from '#contract/clients/clients.ts'
import { getSessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { pageHeaders } from '#contract/paging.ts'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { newId } from '#server/platform/ids.ts'
import { makePeople, makeUser, password } from '#server/test/make.ts'
import { launchOptions } from '../e2e/browser.ts'
import { quantile, report } from './figure.ts'

// Measures the built web app in a real browser: time from the URL to the rendered list and for its one request, the
// same for a plan of two years, and frames per second while scrolling a list of 100,000 rows. Run `npm run build`
// first. Optional arguments: plans to open, rows of the list.
const plans = Number(process.argv[2] ?? 12)
const rows = Number(process.argv[3] ?? 100_000)
const origin = 'http://127.0.0.1:3989'
const weeks = 104
const metrics = 20
const weekMs = 7 * 24 * 3600 * 1000

const folder = mkdtempSync(path.join(tmpdir(), 'bench-screen-'))
const database = await startEmbedded(path.join(folder, 'database'))
const url = database.urlOf('postgres')
await migrate(url)
await migrateQueues(url)
const email = await fill()
const server = fork('server/main.ts', [], {
  env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, PORT: new URL(origin).port },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const browser = await chromium.launch(await launchOptions())
try {
  await ready()
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  await page.request.post(login.path, { data: { email, password }, headers: { origin } })
  await openList(page)
  await openPlans(page)
  await scrollList(page)
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Inserts clients of one coach, each with weekly sessions and values of every metric for two years. */
async function fill() {
  const { db } = openDb(url, () => {}, 1)
  const { coachId, emails, sessionDefinitionId } = await makePeople(db)
  const categoryId = newId()
  await db
    .insertInto('metricCategory')
    .values({ id: categoryId, name: 'Well-being', displayOrder: 1 })
    .execute()
  const definitions = Array.from({ length: metrics }, (_, index) => ({
    id: newId(),
    key: `metric_${'x'.repeat(index + 1)}`,
    label: `Metric ${index + 1}`,
    categoryId,
    categoryPosition: index + 1,
    dataSource: 'manual',
  }))
  await db.insertInto('metricDefinition').values(definitions).execute()
  const createdAt = new Date(Date.now() - weeks * weekMs).toISOString()
  const numbers = Array.from({ length: weeks }, (_, index) => index)
  for (let index = 0; index <= plans; index++) {
    const userId = await makeUser(db, {
      email: `client${index}.of-coach@example.com`,
      roles: ['client_user'],
    })
    const id = newId()
    await db.insertInto('client').values({ id, userId, coachId, createdAt }).execute()
    const sessions = numbers.map((week) => ({
      id: newId(),
      clientId: id,
      sessionDefinitionId,
      sessionDate: new Date(Date.parse(createdAt) + (week + 0.5) * weekMs).toISOString(),
    }))
    await db.insertInto('session').values(sessions).execute()
    const values = definitions.flatMap(({ id: metricDefinitionId }) =>
      numbers.map((week) => ({
        id: newId(),
        clientId: id,
        metricDefinitionId,
        weekNumber: week + 1,
        numericValue: (week * 7 + metricDefinitionId.length) % 100,
      })),
    )
    await db.insertInto('metricValue').values(values).execute()
    const scores = numbers.map((week) => ({
      id: newId(),
      clientId: id,
      weekNumber: week + 1,
      riskScore: (week * 13) % 100,
    }))
    await db.insertInto('burnoutAssessment').values(scores).execute()
  }
  await db.destroy()
  return emails.coach
}

async function ready() {
  while (server.exitCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not start.')
}

/** From navigation to the rendered rows; the first run, which loads the script, does not count. */
async function openList(page: Page) {
  const renderedMs: number[] = []
  const requestMs: number[] = []
  for (let index = 0; index <= plans; index++) {
    await page.goto('/app/clients?q=of-coach', { waitUntil: 'commit' })
    const times = await page.evaluate(
      async ({ most, path }) => {
        const links = () => [...document.querySelectorAll('a')]
        while (!links().some((it) => it.textContent?.startsWith('View Plan'))) {
          if (performance.now() > most) throw new Error('The list did not open.')
          await new Promise(requestAnimationFrame)
        }
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const request = performance
          .getEntriesByType('resource')
          .find((it) => new URL(it.name).pathname === path)
        return { renderedMs: performance.now(), request: request?.duration ?? Number.NaN }
      },
      { most: 20_000, path: listMyCoachClients.path },
    )
    if (index === 0) continue
    renderedMs.push(times.renderedMs)
    requestMs.push(times.request)
  }
  report({
    name: 'list, address to content, median',
    goal: { max: 300 },
    unit: 'ms',
    value: quantile(renderedMs, 0.5),
  })
  console.log(
    `a list stands there ${summary(renderedMs)} ms after its address was asked for, its one request takes ${summary(requestMs)} ms`,
  )
}

/** From the click on a plan's link to its first frame; the first run, which loads the script, does not count. */
async function openPlans(page: Page) {
  const opened: number[] = []
  const requestMs: number[] = []
  const requestPath = getSessionsAndMetrics.path.split('{id}')[1] ?? ''
  for (let index = 0; index <= plans; index++) {
    await page.goto('/app/clients?q=of-coach')
    await page
      .getByRole('link', { name: /^View Plan/ })
      .nth(index)
      .waitFor()
    const times = await page.evaluate(
      async ({ nth, most, ending }) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('a')]
        const link = links.filter((it) => it.textContent?.startsWith('View Plan'))[nth]
        performance.clearResourceTimings()
        const begun = performance.now()
        link?.click()
        while (document.querySelectorAll('table').length < 2) {
          if (performance.now() - begun > most) throw new Error('The plan did not open.')
          await new Promise(requestAnimationFrame)
        }
        // Waits until the frame with the layout has been presented.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const first = performance.now() - begun
        const request = performance
          .getEntriesByType('resource')
          .find((it) => new URL(it.name).pathname.endsWith(ending))
        return { first, request: request?.duration ?? Number.NaN }
      },
      { nth: index, most: 20_000, ending: requestPath },
    )
    if (index === 0) continue
    opened.push(times.first)
    requestMs.push(times.request)
  }
  report({
    name: `plan of ${weeks} weeks, click to content, median`,
    goal: { max: 300 },
    unit: 'ms',
    value: quantile(opened, 0.5),
  })
  console.log(
    `a plan of ${weeks} weeks and ${metrics} metrics opens in ${summary(opened)} ms, its one request in ${summary(requestMs)} ms`,
  )
}

/** Fulfills the request with all rows, so only rendering is measured: five new rows per frame, 22 screens a second. */
async function scrollList(page: Page) {
  const answer = await page.request.get(`${listMyCoachClients.path}?limit=1`)
  const [client] = (await answer.json()) as Client[]
  const body = JSON.stringify(Array.from({ length: rows }, () => ({ ...client, id: newId() })))
  await page.route(`**${listMyCoachClients.path}?*`, (route) =>
    route.fulfill({
      body,
      contentType: 'application/json',
      headers: { [pageHeaders.total]: `${rows}`, [pageHeaders.match]: `${rows}` },
    }),
  )
  await page.goto('/app/clients')
  await page
    .getByRole('link', { name: /^View Plan/ })
    .first()
    .waitFor({ timeout: 60_000 })
  const gaps = await page.evaluate(async (seconds) => {
    const between: number[] = []
    let last = await new Promise<number>(requestAnimationFrame)
    for (const end = last + seconds * 1000; last < end;) {
      scrollBy(0, 300)
      const now = await new Promise<number>(requestAnimationFrame)
      between.push(now - last)
      last = now
    }
    return between
  }, 6)
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
  report({
    name: `frames per second while scrolling ${rows} rows`,
    goal: { min: 55 },
    unit: '',
    value: gaps.length / seconds,
  })
  const late = gaps.filter((gap) => gap > 34).length
  console.log(
    `a list of ${rows} rows shows ${(gaps.length / seconds).toFixed(1)} frames a second while it is scrolled (${late} of ${gaps.length} late by more than one)`,
  )
}

/** Median and p95. */
const summary = (values: number[]) =>
  `${quantile(values, 0.5).toFixed(0)} (p95 ${quantile(values, 0.95).toFixed(0)})`
