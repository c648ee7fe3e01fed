import path from 'node:path'
import { localService } from '../../server/test/local-service.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'
import { OwnServer } from '../server.ts'

test('an administrator adds a webhook, tests it and sees its deliveries', async ({
  page,
}, info) => {
  const receiver = await localService((_call, response) => void response.writeHead(204).end())
  const server = new OwnServer({
    dataDir: path.join(info.outputDir, 'data'),
    env: { ALLOWED_LOCAL_HOSTS: new URL(receiver.origin).host },
  })
  await server.start()
  try {
    await signIn(page, 'system@demo.maylab.test', server.origin)
    await page.goto(`${server.origin}/app/settings?tab=integrations`)
    const section = page.getByRole('region', { name: 'Webhooks' })
    await section.getByRole('button', { name: 'Add webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add webhook' })
    await form.getByLabel('URL').fill('http://127.0.0.1:9/')
    await form.getByRole('checkbox', { name: 'Transcript ready' }).click()
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form).toContainText('only the environment may allow')
    await form.getByLabel('URL').fill(`${receiver.origin}/hook`)
    await expectAccessible(page, '[role=dialog]')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    const created = page.getByRole('dialog', { name: 'Copy the signing secret now' })
    await expect(created.locator('code')).toHaveText(/^whsec_/)
    await created.getByRole('button', { name: 'Done' }).click()

    await section.getByRole('button', { name: 'Send a test event' }).click()
    await expect(section).toContainText('Delivered', { timeout: 20_000 })
    expect(JSON.parse(receiver.calls[0]?.body.toString() ?? '')).toMatchObject({ type: 'test' })
    await section.getByRole('button', { name: 'Deliveries to' }).click()
    await expect(page.getByRole('dialog', { name: 'Deliveries' })).toContainText('status 204')
    await expectAccessible(page, '[role=dialog]')

    const failed = { status: 'failed', error: 'Nobody answers.', responseStatus: null }
    await page.route('**/deliveries', async (route) => {
      const answer = await route.fetch()
      const rows = (await answer.json()) as object[]
      await route.fulfill({ response: answer, json: rows.map((it) => ({ ...it, ...failed })) })
    })
    await page.reload()
    await section.getByRole('button', { name: 'Deliveries to' }).click()
    const refused = page.waitForResponse('**/resend')
    await page.getByRole('button', { name: 'Send again' }).click()
    expect((await refused).status()).toBe(409)
    await expect(toasts(page)).toContainText('Only a failed delivery can be sent again.')
  } finally {
    await server.stop()
    await receiver.close()
  }
})
