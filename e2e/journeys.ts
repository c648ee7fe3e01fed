import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIRequestContext,
  expect,
  type Page,
  request,
  type Route,
  test,
} from '@playwright/test'
import { addDays, calendarDay } from '../contract/rules/calendar.ts'
import { demoDomain, demoPassword } from '../server/features/accounts/sign-in/demo-password.ts'
import { timeZone } from './data-folders.ts'

/** Videos with two speakers, one minute and nearly three minutes long. */
export const shortVideo = 'server/demo/media/check-in.webm'
export const longVideo = 'server/demo/media/coaching-session.webm'

/** Signs in through the API. `origin` defaults to the shared server. */
export async function signIn(page: Page, email = 'coach@demo.maylab.test', origin = ownOrigin()) {
  const { cookies } = await signedIn(email, origin, (api) => api.storageState())
  await page.context().addCookies(cookies)
}

/** Calls the API as a user other than that of the page. */
export const askAs = <T>(email: string, ask: (api: APIRequestContext) => Promise<T>) =>
  signedIn(email, ownOrigin(), ask)

/** Of users whom the tests create: nobody can choose that of the demo. */
export const userPassword = 'calm-river-stone'
const passwordOf = (email: string) =>
  email.endsWith(`@${demoDomain}`) ? demoPassword : userPassword

/** Logins by server and user, reused by the tests of a worker. */
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
    // A test may have ended this login.
    const isStill = storageState && (await api.get('/api/auth/user')).ok()
    if (!isStill) {
      const answer = await api.post('/api/auth/login', {
        data: { email, password: passwordOf(email) },
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

/** Fills in the sign-in form, which must be open. */
export async function signInByForm(page: Page, email: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(email))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Ends the login without the page noticing before its next write: its reads are held until the returned function is
 * called.
 */
export async function endLogin(page: Page) {
  // Reads on their way would lose their cookies too.
  await page.waitForLoadState('networkidle')
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

/** The origin of the shared server, which a page sends with its writes. */
export const ownOrigin = () => new URL(test.info().project.use.baseURL ?? '').origin

/** Sends a write request as the user of the page. */
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

/** The coach whose clients tests may change: a client of their own (`newClient`) or one that no other file uses. */
export const busyCoach = 'karin.ekstrom@demo.maylab.test'
/** Clients of that coach to whom family members are added. */
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

/** Holds requests for a URL until the returned function is called. */
export async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Delays requests for a URL. */
export const delay = (page: Page, address: string, ms: number) =>
  page.route(address, async (route) => {
    await sleep(ms)
    await route.continue()
  })

/** Lets writes arrive but drops their responses: `times` times, or until the returned function is called. */
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

export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })

/** Number of guardians whose family is full, as known by this worker. */
let full = 0

/** A unique last name. */
export const ownLastName = () =>
  randomUUID().replaceAll(/\d/g, '').replaceAll('-', '').padEnd(8, 'x')

/** Creates a client of the busy coach; returns the full name. */
export const newClient = async (names?: Parameters<typeof newClientOf>[0]) =>
  (await newClientOf(names)).name

/** Creates a client of the busy coach; also returns the email of the guardian, who can read the plan. */
export async function newClientOf({ firstName = 'Alma', family = ownLastName() } = {}) {
  const origin = ownOrigin()
  for (; guardians[full] !== undefined; full++) {
    const answer = await askAs(`${guardians[full]}@demo.maylab.test`, (api) =>
      api.post('/api/my-client-data/family', {
        data: { firstName, lastName: family, familyRelation: 'Daughter' },
        headers: { origin },
      }),
    )
    // Family size is limited.
    if (answer.ok())
      return { name: `${firstName} ${family}`, guardian: `${guardians[full]}@demo.maylab.test` }
  }
  throw new Error('Every family is full.')
}

export async function openPlan(page: Page, name: string, origin = '') {
  await page.goto(`${origin}/app/clients/${await clientIdOf(page, name, origin)}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Schedules a session at the start of today, so that it is open at once. */
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

/** The value of a date field, in the time zone of the installation and of the browsers. */
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

/** The id of a client of the signed-in coach, or of any client if an administrator is signed in. */
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

/** Creates a client with an open session through the API; `url` opens its drawer. */
export async function newSession(page: Page, type = 'Follow-up') {
  const { name, guardian } = await newClientOf()
  const clientId = await clientIdOf(page, name)
  const before = await readPlan(page, clientId)
  const answer = await page.request.post(`/api/clients/${clientId}/scheduled-sessions`, {
    data: {
      sessionDefinitionId: before.sessionDefinitions.find((it) => it.name === type)?.id,
      // In the past, but on the first day of the plan.
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

/** Schedules a session of a client through the API; returns its id. */
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

/** A recorded and transcribed session of a demo client; `url` opens its drawer. */
export async function findRecorded(page: Page, name: string) {
  const clientId = await clientIdOf(page, name)
  const { sessions } = await readPlan(page, clientId)
  const recorded = sessions.find((it) => it.hasRawTranscript && it.recordingUrl)
  expect(recorded).toBeDefined()
  const id = recorded?.id ?? ''
  return { id, url: `/app/clients/${clientId}?session=${id}` }
}

/** The drawer of a session, named like "Weekly coaching · Nov 21, 2026, 3:00 PM". */
export const drawer = (page: Page) => page.getByRole('dialog', { name: / · .+ \d{4}, / })

/** Opens the drawer from the last week that has a session of that type. */
export async function openLastSession(page: Page, type: string) {
  await page
    .getByRole('button', { name: new RegExp(`^${type}, week \\d+:`) })
    .last()
    .click()
  await expect(drawer(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
}

export const openTab = (page: Page, name: 'Overview' | 'Recording' | 'Transcripts') =>
  drawer(page).getByRole('tab', { name }).click()

/** Opens a collapsed part of a client's own plan. */
export const unfold = (page: Page, title: string) =>
  page.locator('summary').filter({ hasText: title }).click()
