import path from 'node:path'
import { json } from '../../server/test/local-service.ts'
import { bunnyService } from '../../server/test/services/bunny.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../journeys.ts'
import { OwnServer } from '../server.ts'

// The active storage applies to all journeys, so this one has its own server.
let server: OwnServer
let service: Awaited<ReturnType<typeof bunnyService>>
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await bunnyService()
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { BUNNY_BASE_URL: service.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
})

test('recordings move to the active storage, and one that fails is tried again', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test', server.origin)
  const added = await page.request.post(`${server.origin}/api/admin/integration-settings`, {
    headers: { origin: server.origin },
    data: { type: 'video_storage', provider: 'bunny', isActive: true, settings: service.settings },
  })
  expect(added.status()).toBe(200)
  await page.goto(`${server.origin}/app/settings?tab=integrations`)
  const moving = page.getByRole('region', { name: 'Moving recordings' })
  await expect(moving).toContainText(
    /\d+ recordings? \([\d.]+ [KM]B\) (is|are) stored with Local disk\./,
  )

  await moving.getByRole('button', { name: 'Move all to bunny.net' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You can keep playing recordings')
  await expectAccessible(page, '[role=alertdialog]')
  service.next((_call, response) =>
    json(response, 400, { HttpCode: 400, Message: 'Not this time.' }),
  )
  await question.getByRole('button', { name: 'Move recordings' }).click()
  await expect(moving).toContainText('bunny.net says: Not this time.')
  await expect(moving.getByRole('progressbar')).toBeVisible()
  await expect(moving).toContainText(
    /All recordings are stored with bunny\.net: \d+ recordings? moved there\./,
    { timeout: 60_000 },
  )
  await expect(moving).not.toContainText('Not this time.')
  expect(service.files.size).toBeGreaterThan(0)
})
