import path from 'node:path'
import type { Page } from '@playwright/test'
import { mailServer } from '../../server/test/services/mail-server.ts'
import { expectAccessible } from '../accessibility.ts'
import { choose, makeUser, system } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, newSession, shareConversation, signIn, toasts } from '../journeys.ts'
import { OwnServer } from '../server.ts'

/** The panel of notifications. */
const notificationsOf = (page: Page) => ({
  settings: page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('button', { name: 'Settings' }),
  dialog: page.getByRole('dialog', { name: 'Notification settings' }),
})

test('a user chooses notifications and channels', async ({ page }) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Vester')
  await signIn(page, email)
  await page.goto('/app')
  const open = page.getByRole('button', { name: 'Notifications', exact: true })
  const { settings, dialog } = notificationsOf(page)
  await open.click()
  await settings.click()
  await expect(dialog).toContainText('an administrator will pass messages on')
  const ofClients = dialog.getByRole('group', { name: 'A new client without a coach' })
  const [byEmail, byText] = [
    ofClients.getByRole('switch', { name: 'Email' }),
    ofClients.getByRole('switch', { name: 'Text message' }),
  ]
  await expect(byEmail).toBeChecked()
  await expect(byText).toBeDisabled()
  await expect(byText).not.toBeChecked()
  await expectAccessible(page, '[role=dialog]')
  const phone = dialog.getByLabel('Phone number')
  await phone.fill('12 34 56 78')
  await byEmail.click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toContainText('Please enter a number with country code')
  await expect(phone).toBeFocused()
  await phone.fill('+45 12 34 56 78')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page)).toContainText('Notification settings saved')
  await page.reload()
  await open.press('Enter')
  await settings.press('Enter')
  await expect(phone).toHaveValue('+4512345678')
  await expect(byEmail).not.toBeChecked()
  await expect(byText).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(settings).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('the bell counts unread notifications and links to where they happened', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, clientId, guardian } = await newSession(page)
  await shareConversation(page, id, 'Coach: Hello.')

  await signIn(page, guardian)
  await page.goto('/app')
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect(bell).toHaveAccessibleDescription(/^\d+ unread$/)
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  const first = list.getByRole('listitem').first()
  await expect(first).toContainText('Unread: Karin shared the conversation of')
  await expectAccessible(page, '[role=dialog]')
  await first.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(clientId))
  await expect(list).toBeHidden()
  await expect(bell).not.toHaveAttribute('aria-description')
  await bell.click()
  await expect(first).toContainText('Karin shared the conversation of')
  await expect(first).not.toContainText('Unread')
})

test('an administrator sees a failed message and sends it again', async ({ page }, {
  outputDir,
}) => {
  let isKnown = false
  const mail = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(
        isKnown ? null : Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }),
      ),
  })
  const server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { SMTP_BASE_URL: `smtp://mailer:pass-word@127.0.0.1:${mail.port}` },
  })
  await server.start()
  try {
    const { origin } = server
    await signIn(page, system, origin)
    const headers = { origin }
    const settings = { fromEmail: 'care@maylab.test' }
    const added = await page.request.post(`${origin}/api/admin/integration-settings`, {
      data: { type: 'email_sms', provider: 'smtp', isActive: true, settings },
      headers,
    })
    expect(added.ok(), await added.text()).toBe(true)
    const asked = await page.request.post(`${origin}/api/auth/forgot-password`, {
      data: { email: 'coach@demo.maylab.test' },
      headers,
    })
    expect(asked.ok()).toBe(true)

    await signIn(page, 'admin@demo.maylab.test', origin)
    await expect
      .poll(async () => {
        const answer = await page.request.get(
          `${origin}/api/admin/messages?status=failed&kind=passwordReset`,
        )
        return ((await answer.json()) as unknown[]).length
      })
      .toBe(1)
    await page.goto(`${origin}/app`)
    await expect(page.getByText(/messages? could not be sent\./)).toBeVisible()
    await page.getByRole('link', { name: 'Show messages' }).click()
    // Many reminders of the demo data could push it out of view.
    await choose(page, 'Message', 'New password')
    const row = page.getByRole('row', { name: /Set a new password/ })
    await expect(row).toContainText('Failed')
    await expect(row).toContainText('SMTP says: 550 5.1.1 no such mailbox')
    await expect(row.getByRole('button', { name: /^Read/ })).toHaveCount(0)

    isKnown = true
    await row.getByRole('button', { name: /^Send again/ }).click()
    await expect(toasts(page)).toContainText('Sending message')
    const arrived = () => mail.mails.filter(({ source }) => source.includes('Set a new password'))
    await expect.poll(() => arrived().length).toBe(1)
    expect(arrived()[0]?.to).toEqual(['coach@demo.maylab.test'])
    await choose(page, 'Status', 'All')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('Sent')
  } finally {
    await server.stop()
    await mail.close()
  }
})
