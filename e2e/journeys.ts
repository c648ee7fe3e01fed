import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIRequestContext,
  expect,
  type Page,
  request,
  type Route,
  test,
} from '@playwright/test'
import { addDays, calendarDay } from '../contract/calendar.ts'
import { demoPassword } from '../server/features/accounts/sign-in/demo-password.ts'
import { runFfmpeg } from '../server/platform/media/ffmpeg.ts'
import { timeZone } from './data-folders.ts'

/** A video of one minute in which two people speak, and one of nearly three. */
export const shortVideo = 'server/demo/media/check-in.webm'
export const longVideo = 'server/demo/media/coaching-session.webm'

/** The first seconds of a video, as a file of the journey: the speech engine listens to each of them. */
export async function beginningOf(video: string, seconds: number) {
  const film = test.info().outputPath(`${seconds}-seconds.webm`)
  const { stdout, done } = runFfmpeg({
    input: video,
    args: ['-t', String(seconds), '-c', 'copy', '-f', 'webm'],
  })
  await writeFile(film, stdout)
  expect((await done).code).toBe(0)
  return film
}

/** Through the API, as the sign-in itself has its own journey. `origin` where the server is the test's own. */
export async function signIn(page: Page, email = 'coach@demo.maylab.test', origin = ownOrigin()) {
  const { cookies } = await signedIn(email, origin, (api) => api.storageState())
  await page.context().addCookies(cookies)
}

/** Asks the server as somebody else than the page. */
export const askAs = <T>(email: string, ask: (api: APIRequestContext) => Promise<T>) =>
  signedIn(email, ownOrigin(), ask)

/** What those have who have signed in before, by server and person: they stay signed in from one journey to the next. */
const logins = new Map<string, Awaited<ReturnType<APIRequestContext['storageState']>>>()

async function signedIn<T>(
  email: string,
  origin: string,
  ask: (api: APIRequestContext) => Promise<T>,
) {
  const key = `${origin} ${email}`
  const storageState = logins.get(key)
  const api = await request.newContext({ baseURL: origin, ...(storageState && { storageState }) })
  try {
    // A journey may have ended it.
    const isStill = storageState && (await api.get('/api/auth/user')).ok()
    if (!isStill) {
      const answer = await api.post('/api/auth/login', {
        data: { email, password: demoPassword },
        headers: { origin },
      })
      expect(answer.ok()).toBe(true)
      logins.set(key, await api.storageState())
    }
    return await ask(api)
  } finally {
    await api.dispose()
  }
}

/** The sign-in itself, where a page has led there. */
export async function signInByForm(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Ends the login behind the back of the page, which finds it out by the next write: what it asks by itself meanwhile waits
 * until the function that is returned is called.
 */
export async function endLogin(page: Page) {
  const waiting: Route[] = []
  const wait = (route: Route) =>
    route.request().method() === 'GET' ? void waiting.push(route) : route.fallback()
  await page.route('**/api/**', wait)
  await page.context().clearCookies()
  return async () => {
    await page.unroute('**/api/**', wait)
    await Promise.allSettled(waiting.map((route) => route.continue()))
  }
}

/** Where the journeys' server is: what a page would send as the origin of its writes. */
export const ownOrigin = () => new URL(test.info().project.use.baseURL ?? '').origin

/** Changes something through the API, as the user of the page. */
export async function send<T = unknown>(
  page: Pick<Page, 'request'>,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
) {
  const headers = { origin: ownOrigin() }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

export const saveConversation = (page: Page, sessionId: string, text: string) =>
  send<{ version: number }>(page, 'PUT', `/api/sessions/${sessionId}?transcripts=omit`, {
    transcribedTextScripted: text,
  })

export async function shareConversation(page: Page, sessionId: string, text: string) {
  const { version } = await saveConversation(page, sessionId, text)
  await send(page, 'POST', `/api/sessions/${sessionId}/shared-conversation`, { version })
}

/** Whose clients journeys make and change: a client of their own (`newClient`), or one whom no other file names. */
export const busyCoach = 'karin.ekstrom@demo.maylab.test'
/** Clients of that coach who take in whom a journey needs. */
export const guardians = [
  'erik.sandberg',
  'maja.nordin',
  'anders.hedlund',
  'hanna.forsberg',
  'astrid.blom',
  'elin.wallin',
  'mikael.sjogren',
  'viktor.ahlgren',
]

/** Holds what a page asks for at such an address, until the function that it returns is called. */
export async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** What a page asks for at such an address goes so many milliseconds later. */
export const delay = (page: Page, address: string, ms: number) =>
  page.route(address, async (route) => {
    await sleep(ms)
    await route.continue()
  })

/** Lets what is written there arrive, and loses the answer: that many times, or until the function that it returns is called. */
export async function loseAnswers(page: Page, address: string, times = Infinity) {
  let left = times
  const lose = async (route: Route) => {
    if (left <= 0 || route.request().method() === 'GET') return route.fallback()
    left--
    await route.fetch()
    await route.abort()
  }
  await page.route(address, lose)
  return () => page.unroute(address, lose)
}

/** Where toasts come up. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })

/** How many of them have no room left, as far as this worker knows. */
let full = 0

/** A last name that nobody else has. */
export const ownLastName = () =>
  randomUUID().replaceAll(/\d/g, '').replaceAll('-', '').padEnd(8, 'x')

/** The name of a new client of the busy coach, whom no other journey knows. */
export const newClient = async (names?: Parameters<typeof newClientOf>[0]) =>
  (await newClientOf(names)).name

/** The same, with the e-mail of the one who cares for them and reads the plan. */
export async function newClientOf({ firstName = 'Alma', family = ownLastName() } = {}) {
  const origin = ownOrigin()
  for (; guardians[full] !== undefined; full++) {
    const answer = await askAs(`${guardians[full]}@demo.maylab.test`, (api) =>
      api.post('/api/my-client-data/family', {
        data: { firstName, lastName: family, familyRelation: 'Daughter' },
        headers: { origin },
      }),
    )
    // A family has a largest size.
    if (answer.ok())
      return { name: `${firstName} ${family}`, guardian: `${guardians[full]}@demo.maylab.test` }
  }
  throw new Error('Every family is full.')
}

/** The plan of a client whom the one who is signed in sees. */
export async function openPlan(page: Page, name: string, origin = '') {
  await page.goto(`${origin}/app/clients/${await clientIdOf(page, name, origin)}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Schedules a session at the beginning of today, so that it is open at once. */
export async function addSession(page: Page, type: string) {
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByLabel('Session Type').click()
  await page.getByRole('option', { name: type }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(0))
  await dialog.getByLabel('Time').fill('00:00')
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(dialog).toBeHidden()
}

/** A day as a date field has it, in the time zone of the installation and of the browsers. */
export const dayFromNow = (days: number) => addDays(calendarDay(new Date(), timeZone), days)

type PlanRead = {
  sessions: {
    id: string
    sessionDate: string
    hasRawTranscript: boolean
    recordingUrl: string | null
  }[]
  sessionDefinitions: { id: string; name: string }[]
}
async function readPlan(page: Page, clientId: string) {
  const answer = await page.request.get(
    `/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
  )
  return (await answer.json()) as PlanRead
}

/** Of a client of the coach who is signed in, or of any where that is an administrator. */
export async function clientIdOf(
  { request: api }: Pick<Page, 'request'>,
  name: string,
  origin = '',
) {
  const asked = `q=${encodeURIComponent(name)}&limit=1`
  const own = await api.get(`${origin}/api/my-coach-clients?${asked}`)
  const found = own.status() === 403 ? await api.get(`${origin}/api/admin/clients?${asked}`) : own
  const [client] = (await found.json()) as { id: string }[]
  if (!client) throw new Error(`Nobody of that name is seen by who is signed in: ${name}`)
  return client.id
}

/** An open session of a client that no other journey knows, made through the API; `url` is the address of its drawer. */
export async function newSession(page: Page, type = 'Follow-up') {
  const { name, guardian } = await newClientOf()
  const clientId = await clientIdOf(page, name)
  const before = await readPlan(page, clientId)
  const answer = await page.request.post(`/api/clients/${clientId}/scheduled-sessions`, {
    data: {
      sessionDefinitionId: before.sessionDefinitions.find((it) => it.name === type)?.id,
      // Its time has come, and it is of today, the first day of the plan.
      sessionDate: new Date(Date.now() - 1_000).toISOString(),
    },
    headers: { origin: ownOrigin() },
  })
  const { sessions } = (await answer.json()) as PlanRead
  const fresh = sessions.find(({ id }) => !before.sessions.some((it) => it.id === id))
  expect(fresh).toBeDefined()
  const id = fresh?.id ?? ''
  return { id, url: `/app/clients/${clientId}?session=${id}`, clientId, guardian }
}

/** A session of such a client at an instant, made through the API; answers its id. */
export async function planSession(page: Page, clientId: string, sessionDate: string) {
  const { sessionDefinitions } = await readPlan(page, clientId)
  const answer = await page.request.post(`/api/clients/${clientId}/scheduled-sessions`, {
    data: { sessionDefinitionId: sessionDefinitions[0]?.id, sessionDate },
    headers: { origin: ownOrigin() },
  })
  const { sessions } = (await answer.json()) as PlanRead
  const planned = sessions.find((it) => it.sessionDate === sessionDate)
  expect(planned).toBeDefined()
  return planned?.id ?? ''
}

/** Where a session of a client of the demo data lies that was recorded and transcribed. */
export async function findRecorded(page: Page, name: string) {
  const clientId = await clientIdOf(page, name)
  const { sessions } = await readPlan(page, clientId)
  const recorded = sessions.find((it) => it.hasRawTranscript && it.recordingUrl)
  expect(recorded).toBeDefined()
  const id = recorded?.id ?? ''
  return { id, url: `/app/clients/${clientId}?session=${id}` }
}

/** It is named after its session: "Weekly coaching · Nov 21, 2026, 3:00 PM". */
export const drawer = (page: Page) => page.getByRole('dialog', { name: / · .+ \d{4}, / })

/** Opens the drawer from the last week of the plan that has a session of that type. */
export async function openLastSession(page: Page, type: string) {
  await page
    .getByRole('button', { name: new RegExp(`^${type}, week \\d+:`) })
    .last()
    .click()
  await expect(drawer(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
}

export const openTab = (page: Page, name: 'Overview' | 'Recording' | 'Transcripts') =>
  drawer(page).getByRole('tab', { name }).click()

/** Puts a file into the upload widget; it is not sent before `upload`. */
export const chooseFile = (page: Page, path: string) =>
  drawer(page).getByLabel('Video of the session').setInputFiles(path)

export const upload = (page: Page) =>
  drawer(page).getByRole('button', { name: 'Upload', exact: true }).click()

/** Makes the upload slow enough to be watched, or as fast as the machine is. Bytes per second. */
export async function limitUpload(page: Page, bytesPerSecond: number | null) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  })
  return protocol
}

/** Opens a part of the own plan that is folded. */
export const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).click()
