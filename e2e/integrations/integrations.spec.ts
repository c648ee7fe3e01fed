import path from 'node:path'
import type { Page } from '@playwright/test'
import { mustBeOneActive } from '../../contract/integrations/integrations.ts'
import { bunnyService } from '../../server/test/services/bunny.ts'
import { openAiService } from '../../server/test/services/openai.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'
import { OwnServer } from '../server.ts'

// The active provider applies to all journeys, so this one has its own server.
test.describe.configure({ mode: 'serial' })

let server: OwnServer
let service: Awaited<ReturnType<typeof openAiService>>
let zone: Awaited<ReturnType<typeof bunnyService>>
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await openAiService()
  zone = await bunnyService()
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { OPENAI_GPT5_BASE_URL: service.origin, BUNNY_BASE_URL: zone.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
  await zone.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const section = (page: Page, label: string) => page.getByRole('region', { name: label })
const row = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, level: 3 }) })
const active = (page: Page, label: string) =>
  page.getByRole('switch', { name: `${label} is the active provider` })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openTab(page: Page) {
  await signIn(page, 'system@demo.maylab.test', server.origin)
  await page.goto(`${server.origin}/app/settings?tab=integrations`)
  await expect(section(page, 'Video storage')).toBeVisible()
}
const api = (page: Page, method: 'GET' | 'POST', to: string, data?: object) =>
  page.request.fetch(`${server.origin}/api/admin/integration-settings${to}`, {
    ...{ method, headers: { origin: server.origin }, ...(data && { data }) },
  })
type Row = { id: string; provider: string }
const idOf = async (page: Page, provider: string) => {
  const rows = (await (await api(page, 'GET', '')).json()) as Row[]
  return rows.find((it) => it.provider === provider)?.id ?? ''
}

test('an AI provider is added, rejected, corrected, activated after a question, and removed', async ({
  page,
}) => {
  await openTab(page)
  await expect(page.getByText('Nothing is sent out.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Add provider for AI analysis')
  await expect(dialog(page).getByRole('combobox', { name: 'Provider' })).toHaveText('OpenAI')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(dialog(page)).toContainText('API key is required')
  await expect(dialog(page).getByLabel('API key')).toBeFocused()
  await dialog(page).getByLabel('API key').fill('sk-proj-wrong-key-0000')
  await dialog(page).getByRole('switch', { name: 'Make this the active provider' }).click()
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(toasts(page)).toContainText('Provider configured')

  // It is saved; activating it asks before content is sent to it.
  await expect(question(page)).toContainText('will be sent to OpenAI')
  await expectAccessible(page, '[role=alertdialog]')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(active(page, 'OpenAI')).not.toBeChecked()
  await expect(row(page, 'OpenAI')).toContainText('API key: ••••0000')
  await expect(row(page, 'OpenAI')).toContainText('No calls yet.')

  await press(page, 'Test OpenAI')
  await expect(toasts(page)).toContainText('Provider connection test failed.')
  const refused = 'OpenAI says: Incorrect API key provided: Bearer [secret].'
  await expect(toasts(page)).toContainText(refused)
  await expect(row(page, 'OpenAI')).toContainText(refused)
  await expect(row(page, 'OpenAI')).toContainText('1 call, 1 failed in the last 24 hours')

  await press(page, 'Edit OpenAI')
  await expect(dialog(page).getByLabel('API key')).toHaveValue('sk-proj-wrong-key-0000')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByLabel('API key').fill(service.key)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Provider updated')
  await press(page, 'Test OpenAI')
  await expect(toasts(page)).toContainText('gpt-5 is available.')
  await expect(row(page, 'OpenAI')).toContainText('Last call succeeded')

  await active(page, 'OpenAI').click()
  await question(page).getByRole('button', { name: 'Activate provider' }).click()
  await expect(toasts(page)).toContainText('Provider activated')
  await expect(active(page, 'OpenAI')).toBeChecked()
  await expect(active(page, 'Built in')).not.toBeChecked()
  await expect(page.getByText('AI analysis: OpenAI')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete OpenAI' })).toBeDisabled()
  await active(page, 'OpenAI').click()
  await expect(toasts(page)).toContainText(mustBeOneActive)
  await expect(active(page, 'OpenAI')).toBeChecked()
  await expectAccessible(page)

  // The built-in provider sends nothing, so there is no question.
  await active(page, 'Built in').click()
  await expect(active(page, 'Built in')).toBeChecked()
  await press(page, 'Delete OpenAI')
  await expectAccessible(page, '[role=alertdialog]')
  await question(page).getByRole('button', { name: 'Remove provider' }).click()
  await expect(toasts(page)).toContainText('Provider removed')
  await expect(row(page, 'OpenAI')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add provider for AI analysis' })).toBeFocused()
})

test('sent data is filtered by provider and result, also of removed providers, and the filters are in the address', async ({
  page,
}) => {
  await openTab(page)
  await press(page, 'Outbound data log')
  await expect(page.getByText('Showing 2 of 2 calls')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page.getByText('1 call matches')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Incorrect API key provided')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter Result: Failed' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'SMTP' }).click()
  await expect(page.getByText('No calls found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear (2)' }).click()
  await expect(page.getByText('Showing 2 of 2 calls')).toBeVisible()
  await press(page, 'Back to providers')
  await expect(section(page, 'Video storage')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/app/settings?tab=integrations&view=outbound`)
  await expect(page.getByText('Showing 2 of 2 calls')).toBeVisible()
  await expectAccessible(page)
})

test('a mail server is edited with masked settings, and keeps its password', async ({ page }) => {
  await openTab(page)
  await press(page, 'Add provider for Email and SMS')
  await dialog(page).getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'SMTP' }).click()
  await dialog(page).getByLabel('Host').fill('https://mail.example.com')
  await dialog(page).getByLabel('Password').fill('horse-battery-1234')
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(dialog(page)).toContainText('Please enter a host such as smtp.example.com')
  await dialog(page).getByLabel('Host').fill('mail.example.com')
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(toasts(page)).toContainText('Provider configured')

  await page.route('**/integration-settings/edit/*', (route) => route.abort())
  await press(page, 'Edit SMTP')
  await expect(dialog(page)).toContainText('Secrets left masked won’t change.')
  await expect(dialog(page).getByLabel('Password')).toHaveValue('••••1234')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByLabel('Username').fill('mailer')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toContainText(
    'Enter the Password again, because the Username has changed',
  )
  await dialog(page).getByLabel('Username').fill('')
  await dialog(page).getByLabel('From email').fill('mailer@example.com')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('Provider updated')
  await expect(row(page, 'SMTP')).toContainText('From email: mailer@example.com')
  await page.unroute('**/integration-settings/edit/*')
  await press(page, 'Edit SMTP')
  await expect(dialog(page).getByLabel('Password')).toHaveValue('horse-battery-1234')

  // Another user saves meanwhile: their values are shown, and the text stays.
  await dialog(page).getByLabel('Username').fill('me')
  const id = await idOf(page, 'smtp')
  await page.request.put(`${server.origin}/api/admin/integration-settings/${id}`, {
    headers: { origin: server.origin },
    data: { settings: { host: 'other.example.com', password: 'horse-battery-1234' } },
  })
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toContainText('Someone else has saved changes.')
  await expect(dialog(page).getByLabel('Host')).toHaveValue('other.example.com')
  await expect(dialog(page).getByLabel('Username')).toHaveValue('me')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  // The buttons of two providers of a kind name their provider.
  const second = { type: 'email_sms', provider: 'smtp', settings: { host: 'second.example.com' } }
  expect((await api(page, 'POST', '', second)).ok()).toBe(true)
  await page.reload()
  await expect(
    page.getByRole('button', { name: /^Edit SMTP, .*other\.example\.com/ }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Test SMTP, .*second\.example\.com/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Delete SMTP, .*second\.example\.com/ }).click()
  await question(page).getByRole('button', { name: 'Remove provider' }).click()
  await expect(page.getByRole('button', { name: 'Delete SMTP', exact: true })).toBeVisible()
})

test('a storage is added, rejected, corrected, activated, deactivated and removed', async ({
  page,
}) => {
  await openTab(page)
  await press(page, 'Add provider for Video storage')
  await expect(dialog(page).getByRole('combobox', { name: 'Provider' })).toHaveText('bunny.net')
  await expect(dialog(page).getByRole('combobox', { name: 'Region' })).toHaveText('Frankfurt (de)')
  await dialog(page).getByLabel('Access key').fill('wrong-password-12345')
  await dialog(page).getByLabel('Storage zone name').fill(zone.settings.storageZoneName)
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(row(page, 'bunny.net')).toContainText('Region: Frankfurt (de)')
  await press(page, 'Test bunny.net')
  await expect(row(page, 'bunny.net')).toContainText('bunny.net says: Unauthorized')
  await press(page, 'Edit bunny.net')
  await dialog(page).getByLabel('Access key').fill(zone.settings.accessKey)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('Provider updated')
  await press(page, 'Test bunny.net')
  await expect(toasts(page)).toContainText('The storage zone a-zone is reachable.')
  await active(page, 'bunny.net').click()
  await expect(question(page)).toContainText('Existing recordings stay where they are')
  await question(page).getByRole('button', { name: 'Activate provider' }).click()
  await expect(active(page, 'bunny.net')).toBeChecked()
  await expectAccessible(page)
  await active(page, 'Local disk').click()
  await expect(active(page, 'Local disk')).toBeChecked()
  await press(page, 'Delete bunny.net')
  await question(page).getByRole('button', { name: 'Remove provider' }).click()
  await expect(row(page, 'bunny.net')).toHaveCount(0)
})

test('what the server rejects is explained in fixed words, and no input is lost', async ({
  page,
}) => {
  await openTab(page)
  await press(page, 'Test Outbox')
  await expect(toasts(page)).toContainText('Messages are stored in the outbox.')
  await press(page, 'Test Local disk')
  await expect(toasts(page)).toContainText('A file was written to the disk of this installation')

  await press(page, 'Add provider for Email and SMS')
  await dialog(page).getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Outbox' }).click()
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(toasts(page)).toContainText(
    'Failed to configure provider. Please check your settings.',
  )
  await expect(toasts(page)).toContainText('Outbox has already been added.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  const id = await idOf(page, 'smtp')
  await press(page, 'Delete SMTP')
  await api(page, 'POST', `/email_sms/switch/${id}`)
  await question(page).getByRole('button', { name: 'Remove provider' }).click()
  await expect(toasts(page)).toContainText('Failed to remove provider.')
  await expect(toasts(page)).toContainText('Activate another one first.')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(active(page, 'SMTP')).toBeChecked()

  await page.route('**/integration-settings/email_sms/switch/*', (route) => route.abort())
  await active(page, 'Outbox').click()
  await expect(toasts(page)).toContainText('Failed to activate provider.')
  await page.unroute('**/integration-settings/email_sms/switch/*')
  await active(page, 'Outbox').focus()
  await page.keyboard.press('Space')
  await expect(active(page, 'Outbox')).toBeChecked()
  await press(page, 'Delete SMTP')
  await question(page).getByRole('button', { name: 'Remove provider' }).click()
  await expect(row(page, 'SMTP')).toHaveCount(0)
})

test('providers that cannot be loaded can be requested again, and fit on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'system@demo.maylab.test', server.origin)
  await page.route('**/api/admin/integration-settings', (route) => route.abort())
  await page.goto(`${server.origin}/app/settings?tab=integrations`)
  await expect(page.getByText('The providers could not be loaded')).toBeVisible()
  await page.unroute('**/api/admin/integration-settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Transcription')).toBeVisible()
  await expectAccessible(page)
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBe(0)
})
