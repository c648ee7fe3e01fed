import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { OwnServer } from '../e2e/server.ts'

// Pictures of every screen, from the demo data: light, dark and 390 px wide, into a folder that git ignores.

const out = 'screenshots'
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

type Shot = {
  name: string
  as?: 'system' | 'admin' | 'coach' | 'org' | 'client'
  open: (page: Page) => Promise<void>
}

const signIn = (page: Page, as: NonNullable<Shot['as']>) =>
  page.request.post('/api/auth/login', {
    headers: { origin: server.origin },
    data: { email: `${as}@demo.maylab.test`, password: 'wellbeing-demo' },
  })
const plan = async (page: Page) => {
  await page.goto('/app/clients?q=Sarah')
  await page
    .getByRole('link', { name: /View Plan/ })
    .first()
    .click()
  await page.getByRole('button', { name: '+ Add session' }).waitFor()
}
/** The drawer of the finished session, by its address: the plan's newest transcribed session. */
const drawer = (tab: string) => async (page: Page) => {
  await plan(page)
  const clientId = new URL(page.url()).pathname.split('/').at(-1)
  const bundle = await page.request.get(
    `/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
  )
  if (!bundle.ok()) throw new Error(await bundle.text())
  const { sessions } = (await bundle.json()) as {
    sessions: { id: string; hasConversation: boolean }[]
  }
  const finished = sessions.find((it) => it.hasConversation)
  await page.goto(`/app/clients/${clientId}?session=${finished?.id}&tab=${tab}`)
  await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor()
}

/** The registration, by a link as an administrator reads it; the page itself is signed out again. */
const onboarding = async (page: Page) => {
  await signIn(page, 'admin')
  const answer = await page.request.get('/api/admin/organizations?limit=1')
  if (!answer.ok()) throw new Error(await answer.text())
  const [first] = (await answer.json()) as { id: string; inviteToken: string }[]
  await page.context().clearCookies()
  await page.goto(`/onboard/${first?.id}/${first?.inviteToken}`)
}

const organization = async (page: Page) => {
  await page.goto('/app/organizations?q=Nordlys')
  await page.getByRole('link', { name: 'Manage Nordlys Design' }).click()
  await page.getByRole('heading', { name: 'Risk Analysis' }).waitFor()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
}

const ownPlan = async (page: Page) => {
  await page.goto('/app')
  await page.getByRole('link', { name: 'View My Plan' }).click()
  await page.getByRole('heading', { name: 'Who opened my data' }).waitFor()
}

const overview = async (page: Page) => {
  await page.goto('/app')
  await page.getByRole('heading', { name: /^Waiting (work|for you)$/ }).waitFor()
}

const coach = async (page: Page) => {
  await page.goto('/app/coaches?q=Thomas+Berg')
  await page.getByRole('link', { name: 'Manage Thomas Berg' }).click()
  await page.getByRole('heading', { name: 'Assigned clients' }).waitFor()
}

const shots: Shot[] = [
  { name: 'landing', open: async (page) => void (await page.goto('/')) },
  { name: 'login', open: async (page) => void (await page.goto('/login')) },
  {
    name: 'forgot-password',
    open: async (page) => void (await page.goto('/forgot-password')),
  },
  {
    name: 'reset-password',
    open: async (page) => void (await page.goto('/reset-password#token=made-up')),
  },
  { name: 'onboarding', open: onboarding },
  { name: 'invalid-link', open: async (page) => void (await page.goto('/onboard')) },
  { name: 'not-found', open: async (page) => void (await page.goto('/nowhere')) },
  { name: 'clients', as: 'coach', open: async (page) => void (await page.goto('/app/clients')) },
  {
    name: 'all-clients',
    as: 'admin',
    open: async (page) => void (await page.goto('/app/clients')),
  },
  { name: 'plan', as: 'coach', open: plan },
  { name: 'drawer-overview', as: 'coach', open: drawer('overview') },
  { name: 'drawer-recording', as: 'coach', open: drawer('recording') },
  { name: 'drawer-transcripts', as: 'coach', open: drawer('transcripts') },
  { name: 'home-admin', as: 'admin', open: overview },
  { name: 'home-coach', as: 'coach', open: overview },
  { name: 'my-plan', as: 'client', open: ownPlan },
  { name: 'home-client', as: 'client', open: async (page) => void (await page.goto('/app')) },
  { name: 'coaches', as: 'admin', open: async (page) => void (await page.goto('/app/coaches')) },
  { name: 'coach', as: 'admin', open: coach },
  {
    name: 'organizations',
    as: 'admin',
    open: async (page) => void (await page.goto('/app/organizations')),
  },
  { name: 'organization', as: 'admin', open: organization },
  {
    name: 'analytics',
    as: 'admin',
    open: async (page) => void (await page.goto('/app/analytics')),
  },
  { name: 'home-organization', as: 'org', open: async (page) => void (await page.goto('/app')) },
  {
    name: 'users',
    as: 'system',
    open: async (page) => void (await page.goto('/app/users?q=demo&role=coach_user')),
  },
  {
    name: 'edit-user',
    as: 'system',
    open: async (page) => {
      await page.goto('/app/users?q=coach@demo.maylab.test')
      await page.getByRole('button', { name: 'Edit Thomas Berg' }).click()
    },
  },
  {
    name: 'prompts',
    as: 'system',
    open: async (page) => void (await page.goto('/app/settings?tab=prompts')),
  },
  {
    name: 'edit-prompt',
    as: 'system',
    open: async (page) => {
      await page.goto('/app/settings?tab=prompts')
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'System Prompt' }).waitFor()
    },
  },
  {
    name: 'audit-log',
    as: 'system',
    open: async (page) => void (await page.goto('/app/audit-log')),
  },
  {
    name: 'messages',
    as: 'system',
    open: async (page) => void (await page.goto('/app/messages')),
  },
  {
    name: 'components',
    as: 'system',
    open: async (page) => void (await page.goto('/app/components')),
  },
]

async function take(browser: Browser, origin: string, { name, as, open }: Shot) {
  for (const { name: look, ...settings } of looks) {
    const context = await browser.newContext({
      ...settings,
      baseURL: origin,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    if (as) await signIn(page, as)
    await open(page)
    await page.waitForLoadState('networkidle')
    await page.screenshot({
      path: path.join(out, `${name}.${look}.png`),
      fullPage: name === 'components' || name === 'landing',
    })
    await context.close()
  }
  console.log(name)
}

const only = process.argv.slice(2)
const dataDir = path.resolve('test-results/screenshot-data')
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const server = new OwnServer({ dataDir })
await server.start()
const browser = await chromium.launch(await launchOptions())
try {
  for (const shot of shots)
    if (!only.length || only.includes(shot.name)) await take(browser, server.origin, shot)
} finally {
  await browser.close()
  await server.stop()
}
