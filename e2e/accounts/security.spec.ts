import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { dialog, makeUser, system, toast } from '../administration.ts'
import { addAuthenticatorApp, codeOf } from '../authenticator.ts'
import { expect, test } from '../journey.ts'
import { signIn, signInByForm, userPassword } from '../journeys.ts'

/** Chromium's own passkey device, which confirms everything. */
async function plugInPasskey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

test('a user sets up an app and a passkey, signs in with each, and signs out everywhere else', async ({
  page,
  baseURL,
  browser,
}) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Zweifaktor')
  // Browsers allow passkeys for host names only.
  const origin = `${baseURL}`.replace('127.0.0.1', 'localhost')
  await plugInPasskey(page)
  await page.goto(`${origin}/login`)
  await signInByForm(page, email)
  await expect(page).toHaveURL(/\/app$/)
  await page.goto(`${origin}/app/security`)

  const key = await addAuthenticatorApp(page, userPassword)

  await page.getByRole('button', { name: 'Add passkey' }).click()
  await dialog(page, 'Add passkey').getByLabel('Name').fill('Laptop')
  await dialog(page, 'Add passkey').getByLabel('Current password').fill(userPassword)
  await dialog(page, 'Add passkey').getByRole('button', { name: 'Add passkey' }).click()
  await expect(toast(page, 'Passkey added')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('Laptop')

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInByForm(page, email)
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/app/)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(`${origin}/login`)
  await signInByForm(elsewhere, email)
  await elsewhere.getByLabel('Code', { exact: true }).fill('000000')
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere.getByText('This code is wrong or was already used.').first()).toBeVisible()
  await elsewhere.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await elsewhere.getByRole('button', { name: 'Continue' }).click()
  await expect(elsewhere).toHaveURL(/\/app$/)

  await page.goto(`${origin}/app/security`)
  const logins = page.getByRole('region', { name: 'Where you’re signed in' })
  await expect(logins.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()
  await expect(logins.getByRole('listitem')).toHaveCount(1)
  await expect(logins).toContainText('This device')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login$/)
  await elsewhere.context().close()
})

test('a user changes their email by a link to the new address', async ({ page, browser }) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Umzug')
  const reader = await (await browser.newContext()).newPage()
  await signIn(reader, system)
  await signIn(page, email)
  await page.goto('/app/security')
  const card = page.getByRole('region', { name: 'Email', exact: true })
  await card.getByRole('button', { name: 'Change email' }).click()
  const changing = dialog(page, 'Change email')
  const address = `moved.${email}`
  await expectAccessible(page, '[role=dialog]')
  await changing.getByLabel('New email').fill(address)
  await changing.getByLabel('Current password').fill('wrong-password')
  await changing.getByRole('button', { name: 'Send link' }).click()
  await expect(
    changing.getByText('This is not your current password', { exact: true }),
  ).toBeVisible()
  await changing.getByLabel('Current password').fill(userPassword)
  await changing.getByRole('button', { name: 'Send link' }).click()
  await expect(card).toContainText(`If no other account uses ${address}`)

  const list = await reader.request.get('/api/admin/messages?kind=emailChange')
  const messages = (await list.json()) as { id: string; recipient: string }[]
  const link = messages.find(({ recipient }) => recipient === address)
  const opened = await reader.request.get(`/api/admin/messages/${link?.id}`)
  const { body } = (await opened.json()) as { body: string }
  await reader.context().close()
  await page.goto(/http\S+/.exec(body)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Email changed')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/security$/)
  await expect(card).toContainText(address)
})
