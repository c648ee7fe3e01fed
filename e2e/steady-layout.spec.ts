import { chromium, type Page } from '@playwright/test'
import { paths } from '../web/paths.ts'
import { expect, test } from './journey.ts'
import { launchOptions } from './browser.ts'
import { firstId } from './every-page.ts'
import { movements, watchMovements } from './movements.ts'
import {
  addSession,
  busyCoach,
  dayFromNow,
  delay,
  hold,
  newClient,
  openPlan,
  ownOrigin,
  signIn,
  unfold,
} from './journeys.ts'

type Shown = [who: string, name: string, heading: string]
const drawer: Shown = ['coach', 'drawer', 'Sarah Lindqvist']
const pages: Shown[] = [
  ['system', '/app', 'System Overview'],
  ['client', '/app', 'My Health Plan'],
  ['client', 'own plan', 'Sarah Lindqvist'],
  ['org', '/app', 'System Overview'],
  ['system', '/app/users', 'User Management'],
  ['system', '/app/clients', 'Clients'],
  ['system', '/app/coaches', 'Coaches'],
  ['system', '/app/organizations', 'Organizations'],
  ['system', '/app/analytics', 'Analytics'],
  ['system', '/app/audit-log', 'Audit Log'],
  ['coach', 'plan', 'Sarah Lindqvist'],
  drawer,
]

async function addressOf(page: Page, name: string) {
  if (name.startsWith('/')) return name
  if (name === 'own plan') return paths.myPlan(await firstId(page, '/api/my-client-data'))
  const read = async <T>(url: string) => (await (await page.request.get(url)).json()) as T
  const [client] = await read<{ id: string }[]>('/api/my-coach-clients?q=Sarah&limit=1')
  const { sessions } = await read<{ sessions: { id: string; hasRawTranscript: boolean }[] }>(
    `/api/clients/${client?.id}/sessions-and-metrics?transcripts=omit`,
  )
  const session = sessions.find((it) => it.hasRawTranscript)
  expect(session).toBeDefined()
  const plan = `/app/clients/${client?.id}`
  return name === 'plan' ? plan : `${plan}?session=${session?.id}&tab=transcripts`
}

// What every page does on a wide screen, widths.spec.ts looks at.
for (const [width, shown] of [
  [1280, [drawer]],
  [390, pages],
] as const)
  test(`nothing moves when what is shown arrives late, ${width} pixels wide`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const left = [...shown]
    async function lookAtNext() {
      const next = left.shift()
      if (!next) return
      const [who, name, heading] = next
      const context = await browser.newContext({ viewport: { width, height: 844 } })
      const page = await context.newPage()
      await signIn(page, `${who}@demo.maylab.test`)
      const address = await addressOf(page, name)
      await watchMovements(page)
      await delay(page, '**/api/**', 250)
      await page.goto(address)
      // Behind a drawer it is hidden from whoever listens.
      await expect(
        // A page that prints has a second one for paper.
        page.getByRole('heading', { level: 1, name: heading, includeHidden: true }).first(),
      ).toBeAttached()
      await page.waitForLoadState('networkidle')
      expect.soft(await movements(page), `${who} at ${name}`).toBeLessThan(0.01)
      await context.close()
      await lookAtNext()
    }
    // Two at a time: most of it is waiting for what comes late.
    await Promise.all([lookAtNext(), lookAtNext()])
  })

test('nothing moves in the form of a session when it is known who else is planned at that hour', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  await addSession(page, 'Follow-up')
  await page.getByRole('button', { name: '+ Add session' }).click()
  const form = page.getByRole('dialog', { name: 'Add session' })
  await form.getByLabel('Date', { exact: true }).fill(dayFromNow(5))
  await form.getByLabel('Time').fill('04:37')
  await expect(form.getByText('No conflicts.')).toBeVisible()
  const button = form.getByRole('button', { name: 'Schedule session' })
  const answer = await hold(page, '**/sessions-around?*')
  await form.getByLabel('Date', { exact: true }).fill(dayFromNow(0))
  await form.getByLabel('Time').fill('00:00')
  await expect(form.getByText('No conflicts.')).toBeHidden()
  const before = await button.boundingBox()
  answer()
  await expect(form.getByText('Overlaps with')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('nothing moves at the end of a plan when it is known that no questionnaire was given', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const name = await newClient()
  const answer = await hold(page, '**/questionnaires')
  await openPlan(page, name)
  const button = page.getByRole('button', { name: '+ Add assessment' })
  await expect(button).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const before = await button.boundingBox()
  answer()
  await expect(page.getByText('No questionnaires assigned yet.')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('nor at the end of the own plan when it is known that nobody opened it', async ({ page }) => {
  await signIn(page, 'client@demo.maylab.test')
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/my-client-data/readers*', async (route) => {
    await isAsked
    await route.fulfill({ json: [] })
  })
  await page.goto('/app')
  await page.getByRole('link', { name: 'View My Plan' }).click()
  await unfold(page, 'Privacy')
  const button = page.getByRole('button', { name: 'Review your choices' })
  await expect(button).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const before = await button.boundingBox()
  answer()
  await expect(page.getByText('Nobody else has opened this data yet.')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('a dialog covers the whole window, and the page behind it keeps its width', async () => {
  // With a scrollbar that takes room, as on most desktops.
  const browser = await chromium.launch({
    ...(await launchOptions()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const origin = ownOrigin()
  await signIn(page, 'system@demo.maylab.test', origin)
  await page.goto(`${origin}/app/organizations`)
  const header = page.locator('header').first()
  const widthOf = () => header.evaluate((it) => it.getBoundingClientRect().width)
  const visible = () => page.evaluate(() => document.documentElement.clientWidth)
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  const before = await widthOf()
  expect(await visible()).toBeLessThan(1280)
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('x')
  expect(await widthOf()).toBe(before)
  expect(await visible()).toBe(1280)
  // The question above the dialog changes nothing of it.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await widthOf()).toBe(before)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await widthOf()).toBe(before)
  await browser.close()
})

test('while impersonating a banner goes over the whole width, and stays in view', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/users?q=coach@demo')
  await page
    .getByRole('button', { name: /^Log in as/ })
    .first()
    .click()
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await expect(banner).toContainText('coach@demo.maylab.test')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('link', { name: /^View Plan/ }).first()).toBeVisible()
  await page.mouse.wheel(0, 2000)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await banner.boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width })
  }
})
