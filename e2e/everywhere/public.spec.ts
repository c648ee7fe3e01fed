import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'

import { askAs, ownOrigin, signIn } from '../journeys.ts'

const system = 'system@demo.maylab.test'
const coach = 'coach@demo.maylab.test'
const password = 'a-quiet-harbour'

/** A unique address. */
const newEmail = (name: string) => `${name}.${test.info().testId}.${Date.now()}@public.maylab.test`

/** The onboarding link, as an administrator copies it from the organization's page. */
async function copiedLink(api: APIRequestContext) {
  const answer = await api.get('/api/admin/organizations')
  expect(answer.ok()).toBe(true)
  const [first] = (await answer.json()) as { id: string; name: string; inviteToken: string }[]
  if (!first) throw new Error('The demo has no organization.')
  return { name: first.name, url: `${ownOrigin()}/onboard/${first.id}/${first.inviteToken}` }
}
async function fillIn(page: Page, { email, again = password }: { email: string; again?: string }) {
  await page.getByLabel('First name').fill('Astrid')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
}
const create = (page: Page) => page.getByRole('button', { name: 'Create account' })
/** Title and description of one toast. */
async function expectToast(page: Page, title: string, description: string) {
  const toast = page.getByRole('listitem').filter({ hasText: title })
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
}
async function expectInView(page: Page, heading: string) {
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeInViewport()
}

const sectionOf = {
  Product: 'Support that fits into a working week',
  Features: 'Everything a plan needs',
  Marketplace: 'Where employees, coaches and employers meet',
  Company: 'Privacy is a feature, not a footnote',
}

test('the page for employers is found without signing in', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Privacy and trust' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy and trust', level: 1 })).toBeVisible()
  await expect(page.getByText(/^No figure is about fewer than \d+ people\./)).toBeVisible()
  await expectAccessible(page)
})

test('the landing page leads to its sections and to signing in', async ({ page }) => {
  await page.goto('/')
  await expect(
    page.getByRole('heading', { name: 'Your mental health, simplified.', level: 1 }),
  ).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Your mental wellness journey starts here.' }),
  ).toBeVisible()
  const bar = page.getByRole('banner')
  for (const [link, heading] of Object.entries(sectionOf)) {
    await bar.getByRole('link', { name: link }).click()
    await expectInView(page, heading)
  }
  await page.goBack()
  await expectInView(page, sectionOf.Marketplace)
  await page.goto('/')
  await page.getByRole('link', { name: 'Learn more' }).click()
  await expectInView(page, sectionOf.Product)
  await page.reload()
  await expectInView(page, sectionOf.Product)
  await bar.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Maylab' }).click()
  await page.getByRole('link', { name: 'Get started' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('on a phone a menu contains the links', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Menu' })
  await expect(button).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button.click()
  await expect(menu.getByRole('link')).toHaveText([...Object.keys(sectionOf), 'Log in'])
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('link', { name: 'Features' }).click()
  await expect(menu).toBeHidden()
  await expectInView(page, sectionOf.Features)
  await button.click()
  await menu.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a signed-in visitor goes to the application', async ({ page }) => {
  await signIn(page, coach)
  for (const address of ['/', '/login']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/app/)
  }
})

test('an employee registers by an onboarding link and is signed in', async ({ page }) => {
  const { name, url } = await askAs(system, copiedLink)
  const sent: string[] = []
  page.on('request', (it) => {
    if (it.url().endsWith('/api/register')) sent.push(it.postData() ?? '')
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign up' })
  await dialog.getByLabel('Onboarding link').fill('https://elsewhere.test/onboard/a/b')
  await dialog.getByRole('button', { name: 'Open link' }).click()
  await expect(dialog.getByRole('alert')).toContainText("isn't an onboarding link")
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Onboarding link').fill(url)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url)
  await expect(page.getByText(`You were invited by ${name}.`)).toBeVisible()

  await create(page).click()
  for (const text of [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Password must be at least 8 characters',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
  const email = newEmail('astrid')
  await fillIn(page, { email, again: 'something else' })
  await create(page).click()
  await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  expect(sent).toEqual([])

  await page.getByLabel('Confirm password').fill(password)
  await create(page).dblclick()
  await expectToast(
    page,
    'Registration successful!',
    "Welcome to your mental health platform. You're now logged in.",
  )
  await expect(page).toHaveURL(/\/app/)
  await expect(page.getByText('Welcome back Astrid')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toContain('confirmPassword')
})

test('a failed registration explains why and keeps the form', async ({ page }) => {
  const { url } = await askAs(system, copiedLink)
  await page.goto(url)
  await fillIn(page, { email: coach })
  await create(page).click()
  const sentence = 'An account with this email already exists. Please sign in.'
  await expectToast(page, 'Registration failed', sentence)
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(sentence)
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Confirm password')).toHaveValue(password)

  await page.route('**/api/register', (route) => route.abort())
  await create(page).click()
  await expectToast(page, 'Registration failed', 'Please check your information and try again.')
  await expect(page.getByLabel('First name')).toHaveValue('Astrid')
})

test('a signed-in visitor with an onboarding link can log out to register', async ({ page }) => {
  const { url } = await askAs(system, copiedLink)
  await signIn(page, coach)
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible()
  await expect(page.getByText(coach)).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectToast(page, 'Logged out', 'You have been successfully logged out.')
  await expect(create(page)).toBeVisible()
  await expect(page).toHaveURL(url)
})

/** The stored messages to an address, newest first. */
const messagesTo = (email: string) =>
  askAs(system, async (api) => {
    const answer = await api.get('/api/admin/messages')
    expect(answer.ok()).toBe(true)
    const all = (await answer.json()) as { id: string; recipient: string }[]
    const theirs = all.filter(({ recipient }) => recipient === email)
    return Promise.all(
      theirs.map(async ({ id }) => {
        const opened = await api.get(`/api/admin/messages/${id}`)
        return ((await opened.json()) as { body: string }).body
      }),
    )
  })

test('a forgotten password is reset by the link from an administrator', async ({
  page,
  request,
}) => {
  const email = newEmail('forgetful')
  const { url } = await askAs(system, copiedLink)
  const [orgId, token] = new URL(url).pathname.split('/').slice(2)
  const registered = await request.post('/api/register', {
    headers: { origin: ownOrigin() },
    data: { orgId, token, email, password, firstName: 'Astrid', lastName: 'Lund' },
  })
  expect(registered.ok()).toBe(true)
  const whoAmI = async () => (await request.get('/api/auth/user')).status()
  expect(await whoAmI()).toBe(200)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const send = page.getByRole('button', { name: 'Send link' })
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await send.click()
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
  const stranger = newEmail('stranger')
  await page.getByLabel('Email', { exact: true }).fill(stranger)
  await send.click()
  const answer = page.getByRole('heading', { name: 'Ask your administrator' })
  await expect(answer).toBeFocused()
  const said = (await page.getByRole('main').innerText()).replaceAll(stranger, '')
  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await send.click()
  await expect(answer).toBeVisible()
  expect((await page.getByRole('main').innerText()).replaceAll(email, '')).toBe(said)
  expect(await messagesTo(stranger)).toEqual([])

  const link = /http\S+/.exec((await messagesTo(email))[0] ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.locator('[autocomplete=username]')).toHaveValue(email)
  const save = page.getByRole('button', { name: 'Save password' })
  await page.getByLabel('New password').fill('short')
  await save.click()
  await expect(
    page.getByText('Password must be at least 8 characters', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible()
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill('another-harbour')
  await page.getByLabel('Confirm password').fill('another-harbour')
  await save.click()
  await expectToast(page, 'Password changed', 'Please sign in with your new password.')
  await expect(page).toHaveURL(/\/login$/)
  expect(await whoAmI()).toBe(401)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('another-harbour')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Welcome back Astrid')).toBeVisible()

  await page.goto('/reset-password')
  const dead = page.getByRole('heading', { name: 'This link no longer works' })
  await expect(dead).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('errors of signing in and out are shown in a toast', async ({ page }) => {
  await page.goto('/login')
  const submit = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await submit()
  await expectToast(page, 'Error', 'Please fill in all required fields.')
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByLabel('Email', { exact: true }).fill(coach)
  await page.getByLabel('Password', { exact: true }).fill('whatever')
  await submit()
  await expectToast(page, 'Login Failed', 'Invalid credentials. Please try again.')
  await expect(page.getByRole('alert').getByText('The server cannot be reached')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('whatever')

  await signIn(page, coach)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.goto('/app')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectToast(page, 'Error', 'Failed to log out. Please try again.')
})
