import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './accessibility.ts'
import { dialog } from './administration.ts'
import { expect } from './journey.ts'

/** The next code too, because each works once. */
export const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** Adds the first second factor under Sign-in and security. Returns its key. */
export async function addAuthenticatorApp(page: Page, password: string) {
  await page.getByRole('button', { name: 'Add app' }).click()
  const confirming = dialog(page, 'Confirm that it’s you')
  await confirming.getByLabel('Current password').fill(password)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  const adding = dialog(page, 'Add authenticator app')
  await expect(adding.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  const key = await adding.getByRole('code').innerText()
  await adding.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
  await adding.getByRole('button', { name: 'Add app' }).click()
  const codes = dialog(page, 'Save your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, '[role=dialog]')
  // They are gone once it closes.
  await page.mouse.click(5, 5)
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 codes left.')).toBeVisible()
  return key
}
