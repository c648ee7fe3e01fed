import path from 'node:path'
import { json } from '../../server/test/local-service.ts'
import { hubspotService } from '../../server/test/services/hubspot.ts'
import { pipedriveService } from '../../server/test/services/pipedrive.ts'

import { expect, test } from '../journey.ts'
import { signIn } from '../journeys.ts'
import { OwnServer } from '../server.ts'

// The active CRM applies to all journeys, so this one has its own server.
test.describe.configure({ mode: 'serial' })

let server: OwnServer
let service: Awaited<ReturnType<typeof pipedriveService>>
let other: Awaited<ReturnType<typeof hubspotService>>
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await pipedriveService()
  other = await hubspotService()
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { PIPEDRIVE_BASE_URL: service.origin, HUBSPOT_BASE_URL: other.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
  await other.close()
})

test('a CRM receives organizations and coaches, and what it rejects is shown', async ({ page }) => {
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
  await expect(crm).toContainText('None sent yet.')

  // Before sending is allowed, because changes are also sent every hour.
  let isAllowed = false
  const refuse: Parameters<typeof service.next>[0] = ({ method, body }, response, usually) => {
    if (isAllowed) return usually()
    service.next(refuse)
    if (method !== 'POST' || !body.includes('Thomas Berg')) return usually()
    json(response, 400, { success: false, error: 'This name is not allowed.' })
  }
  service.next(refuse)
  await crm.getByRole('button', { name: 'Sync now' }).click()
  await expect(crm).toContainText(/Last sync .*: \d+ sent, 1 rejected/, { timeout: 60_000 })
  await expect(crm).toContainText('Pipedrive says: This name is not allowed.')
  await expect(crm).toContainText(/Last call succeeded|Last call failed/)
  expect(service.organizations.size).toBeGreaterThan(0)
  expect(service.people.size).toBeGreaterThan(0)

  const told = service.people.size
  isAllowed = true
  await crm.getByRole('button', { name: 'Sync now' }).click()
  await expect(crm.getByText('none rejected')).toBeVisible({ timeout: 60_000 })
  expect(service.people.size).toBe(told + 1)
  await crm.getByText('Last results').click()
  await expect(crm.getByRole('listitem').filter({ hasText: /^Pipedrive/ })).toHaveCount(1)
})
