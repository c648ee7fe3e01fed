import path from 'node:path'
import { json } from '../server/test/local-service.ts'
import { pipedriveService } from '../server/test/services/pipedrive.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { signIn } from './journeys.ts'
import { OwnServer } from './server.ts'

// A CRM holds for everybody: on a server of its own.
let server: OwnServer
let service: Awaited<ReturnType<typeof pipedriveService>>
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await pipedriveService()
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { PIPEDRIVE_BASE_URL: service.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
})

test('a CRM is connected, told of organizations and coaches on demand, and what it refuses is told', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test', server.origin)
  const { apiToken, companyDomain } = service.settings
  const added = await page.request.post(`${server.origin}/api/admin/integration-settings`, {
    headers: { origin: server.origin },
    data: {
      ...{ type: 'crm', provider: 'pipedrive', isActive: true },
      settings: { apiToken, companyDomain },
    },
  })
  expect(added.status()).toBe(200)
  await page.goto(`${server.origin}/app/settings?tab=integrations`)
  const crm = page.getByRole('region', { name: 'CRM' })
  await expect(crm).toContainText('None has been sent yet.')
  await expectAccessible(page)

  service.next((_call, response) =>
    json(response, 400, { success: false, error: 'This name is not allowed.' }),
  )
  await crm.getByRole('button', { name: 'Sync now' }).click()
  await expect(crm).toContainText(/Last sync .*: \d+ sent, 1 refused/, { timeout: 60_000 })
  await expect(crm).toContainText('Pipedrive says: This name is not allowed.')
  await expect(crm).toContainText(/Last call went well|Last call failed/)
  expect(service.organizations.size).toBeGreaterThan(0)
  expect(service.people.size).toBeGreaterThan(0)
  await expectAccessible(page)

  await crm.getByRole('button', { name: 'Sync now' }).click()
  await expect(crm).toContainText(/Last sync .*: 1 sent\./, { timeout: 60_000 })
  await expect(crm.getByText('none refused')).toBeVisible()
  await crm.getByText('Last results').click()
  await expect(crm.getByRole('listitem').filter({ hasText: /^Pipedrive/ })).toHaveCount(1)
})
