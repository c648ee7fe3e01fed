import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { client, identityProvider } from '../../server/test/services/identity-provider.ts'
import { demoPassword } from '../../server/features/accounts/sign-in/demo-password.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { toast } from '../administration.ts'
import { addAuthenticatorApp, codeOf } from '../authenticator.ts'
import { signIn, signInByForm } from '../journeys.ts'
import { OwnServer } from '../server.ts'

type Choices = { organization?: string; signsOut?: boolean }
async function addProvider(
  page: Page,
  name: string,
  issuer: string,
  { organization, signsOut }: Choices,
) {
  const section = page.getByRole('region', { name: 'Identity providers' })
  await section.getByRole('button', { name: 'Add identity provider' }).click()
  const form = page.getByRole('dialog', { name: 'Add identity provider' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Issuer').fill(issuer)
  await form.getByLabel('Client ID').fill(client.id)
  await form.getByLabel('Client secret').fill(client.secret)
  if (organization) {
    await form.getByRole('combobox', { name: 'Organization' }).fill(organization)
    await page.getByRole('option', { name: organization }).click()
  }
  if (signsOut) await form.getByRole('switch', { name: 'Also sign out at the provider' }).click()
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('button', { name: 'Add identity provider' }).click()
  await expect(form).toBeHidden()
  const row = section.getByRole('listitem').filter({ hasText: name })
  const text = await row.getByText('Redirect URI:').textContent()
  return text?.replace('Redirect URI: ', '') ?? ''
}

async function continueWith(page: Page, name: string, user: string) {
  await page.getByRole('link', { name: `Continue with ${name}` }).click()
  await page.getByLabel('User').fill(user)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('people register and sign in through identity providers, at last without passwords', async ({
  page,
  browser,
}, info) => {
  const service = await identityProvider({
    nina: { email: 'nina@harbor.example', given_name: 'Nina', family_name: 'Åberg' },
    coach: { email: 'coach@demo.maylab.test', email_verified: true },
    system: { email: 'system@demo.maylab.test', email_verified: true },
    priya: { email: 'priya.nair@demo.maylab.test' },
    stranger: { email: 'stranger@example.com', email_verified: true },
  })
  const dataDir = path.join(info.outputDir, 'data')
  const server = new OwnServer({
    dataDir,
    env: { ALLOWED_LOCAL_HOSTS: new URL(service.origin).host },
  })
  await server.start()
  const newPage = async () => (await browser.newContext()).newPage()
  try {
    await signIn(page, 'system@demo.maylab.test', server.origin)
    await page.goto(`${server.origin}/app/settings?tab=integrations`)
    const ofEmployer = await addProvider(page, 'Harbor', service.origin, {
      organization: 'Blue Harbor Software',
    })
    const ofStaff = await addProvider(page, 'Maylab staff', service.origin, { signsOut: true })
    service.register(ofEmployer, ofStaff)
    await page.getByRole('button', { name: 'Test the connection to Harbor' }).click()
    await expect(page.getByText('Connection works')).toBeVisible()

    const employee = await newPage()
    await employee.goto(`${server.origin}/login`)
    await continueWith(employee, 'Harbor', 'nina')
    await expect(employee.getByText('Welcome back Nina')).toBeVisible()
    await employee.goto(`${server.origin}/app/security`)
    await expect(employee.getByText('which manages your email')).toBeVisible()
    await expect(employee.getByLabel('Current password')).toBeHidden()
    await expect(employee.getByText('change your password')).toBeHidden()

    const member = await newPage()
    await member.goto(`${server.origin}/login`)
    await continueWith(member, 'Harbor', 'priya')
    await expect(member.getByRole('alert')).toContainText('There already is an account')
    await signInByForm(member, 'priya.nair@demo.maylab.test')
    const linking = member.getByRole('alertdialog', { name: 'Link Harbor?' })
    await expect(linking).toBeVisible()
    await expectAccessible(member, '[role=alertdialog]')
    await linking.getByRole('button', { name: 'Link Harbor' }).click()
    await expect(member.getByRole('button', { name: 'Unlink Harbor' })).toBeVisible()
    const key = await addAuthenticatorApp(member, demoPassword)
    await member.context().clearCookies({ name: /login/ })
    await member.goto(`${server.origin}/app/account`)
    await member.getByRole('link', { name: 'Continue with Harbor' }).click()
    await expect(member.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible()
    await expectAccessible(member)
    await member.getByRole('textbox', { name: 'Code' }).fill(codeOf(key, 1))
    await member.getByRole('button', { name: 'Continue' }).click()
    await expect(member).toHaveURL(`${server.origin}/app/account`)
    await member.goto(`${server.origin}/app/security`)
    await member.getByRole('button', { name: 'Unlink Harbor' }).click()
    const unlinking = member.getByRole('alertdialog', { name: 'Unlink Harbor?' })
    await unlinking.getByRole('button', { name: 'Unlink Harbor' }).click()
    await expect(toast(member, 'Sign-in service unlinked')).toBeVisible()
    await expect(member.getByRole('link', { name: 'Link Harbor' })).toBeVisible()

    const coach = await newPage()
    await coach.goto(`${server.origin}/app/account`)
    await continueWith(coach, 'Maylab staff', 'stranger')
    await expect(coach.getByRole('alert')).toContainText('There is no account for you here')
    await expectAccessible(coach)
    await coach.context().clearCookies()
    await coach.goto(`${server.origin}/app/account`)
    await continueWith(coach, 'Maylab staff', 'coach')
    await expect(coach).toHaveURL(`${server.origin}/app/account`)
    await expect(coach.getByText('coach@demo.maylab.test').first()).toBeVisible()
    await coach.getByRole('button', { name: 'Log out' }).click()
    await coach.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(coach).toHaveURL(`${server.origin}/login`)
    await coach.getByRole('link', { name: 'Continue with Maylab staff' }).click()
    await expect(coach.getByLabel('User')).toBeVisible()

    const admin = await newPage()
    await admin.goto(`${server.origin}/app/settings`)
    await continueWith(admin, 'Maylab staff', 'system')
    await admin.getByRole('button', { name: 'Edit password sign-in' }).click()
    await admin.getByRole('switch', { name: 'People can sign in with a password' }).click()
    await admin.getByRole('button', { name: 'Save setting' }).click()
    await expect(admin.getByRole('dialog')).toBeHidden()
    const visitor = await newPage()
    await visitor.goto(`${server.origin}/login`)
    await expect(visitor.getByRole('link', { name: 'Continue with Harbor' })).toBeVisible()
    await expect(visitor.getByLabel('Password')).toBeHidden()
    execFileSync(process.execPath, ['scripts/sign-in.ts', '--allow-password'], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
    await visitor.reload()
    await expect(visitor.getByLabel('Password')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Continue with Harbor' })).toBeVisible()
  } finally {
    await server.stop()
    await service.close()
  }
})
