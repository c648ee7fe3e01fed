import path from 'node:path'
import type { Page } from '@playwright/test'
import { s3Service } from '../../server/test/services/s3.ts'
import { expect, test } from '../journey.ts'
import {
  addSession,
  drawer,
  openLastSession,
  openPlan,
  openTab,
  shortVideo,
  signIn,
} from '../journeys.ts'
import { chooseFile, upload } from '../recordings.ts'
import { OwnServer } from '../server.ts'

// The active storage applies to all journeys, so this one has its own server.
let server: OwnServer
let service: Awaited<ReturnType<typeof s3Service>>
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await s3Service(path.join(outputDir, 's3'))
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { AWS_S3_BASE_URL: service.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
})

const api = '/api/admin/integration-settings'
const send = (page: Page, method: 'POST' | 'PUT', to: string, data: object) =>
  page.request.fetch(`${server.origin}${api}${to}`, {
    ...{ method, headers: { origin: server.origin }, data },
  })
const settings = (playback: 'server' | 'links') => ({
  ...{ ...service.settings, endpoint: '', playback },
})

async function idOfStorage(page: Page) {
  const answer = await page.request.get(`${server.origin}${api}`)
  const rows = (await answer.json()) as { id: string; provider: string }[]
  return rows.find(({ provider }) => provider === 'aws_s3')?.id ?? ''
}
async function playBy(page: Page, playback: 'server' | 'links') {
  const changed = await send(page, 'PUT', `/${await idOfStorage(page)}`, {
    settings: settings(playback),
  })
  expect(changed.status()).toBe(200)
}
/** Waits until pages may load recordings from the storage. */
const untilAllowed = (page: Page) =>
  expect
    .poll(async () => {
      const answer = await page.request.get(`${server.origin}/login`)
      return answer.headers()['content-security-policy']
    })
    .toContain(service.origin)

const type = 'Intake session'
async function openAsCoach(page: Page) {
  await signIn(page, 'coach@demo.maylab.test', server.origin)
  await openPlan(page, 'Johan Lundin', server.origin)
}

const video = (page: Page) => drawer(page).getByLabel('Recording of the session')
/** The position of the player, or -1 while it is seeking. */
const place = (page: Page) =>
  video(page).evaluate((it) => {
    const { currentTime, seeking, readyState } = it as HTMLVideoElement
    return seeking || readyState < 2 ? -1 : currentTime
  })
const press = (page: Page, name: string) =>
  drawer(page).getByRole('region', { name: 'Player' }).getByRole('button', { name }).click()
const seek = (page: Page, seconds: number) =>
  drawer(page).getByRole('slider', { name: 'Position in the recording' }).fill(`${seconds}`)

/** Requests for videos: by links, or by the server, which signs in a header. */
const fetched = () =>
  service.calls.filter(
    ({ method, path: at, query }) =>
      method === 'GET' && !at.endsWith('.jpg') && !query.has('list-type'),
  )
const byLink = () => fetched().filter(({ query }) => query.has('X-Amz-Signature'))

test('a recording in S3 is uploaded, played through the server and by links, and deleted', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test', server.origin)
  const added = await send(page, 'POST', '', {
    ...{ type: 'video_storage', provider: 'aws_s3', isActive: true },
    settings: settings('links'),
  })
  expect(added.status()).toBe(200)
  // While the bucket is empty, because the fake service cannot list part of a bucket.
  const tested = await send(page, 'POST', `/${await idOfStorage(page)}/test`, {})
  expect(await tested.json()).toEqual({
    message: 'The bucket a-bucket is reachable, and links to it work.',
  })
  await playBy(page, 'server')
  await openAsCoach(page)
  await addSession(page, type)
  await openLastSession(page, type)
  await openTab(page, 'Recording')
  await chooseFile(page, shortVideo)
  await upload(page)
  await expect(drawer(page).getByText('Upload completed')).toBeVisible({ timeout: 60_000 })
  // The video and its preview image.
  await expect.poll(() => service.names().length).toBe(2)
  service.forget()
  await press(page, 'Play')
  await expect.poll(() => place(page)).toBeGreaterThan(0)
  await seek(page, 40)
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(40)
  await press(page, 'Pause')
  expect(fetched().length).toBeGreaterThan(0)
  expect(byLink()).toEqual([])

  await signIn(page, 'system@demo.maylab.test', server.origin)
  await playBy(page, 'links')
  await untilAllowed(page)
  await openAsCoach(page)
  await openLastSession(page, type)
  await openTab(page, 'Recording')
  await expect(video(page)).toBeVisible()
  service.forget()
  // The middle of the video is held back; its end, which holds the index, is not.
  service.hold(120_000, 290_000)
  await press(page, 'Play')
  await expect.poll(() => place(page)).toBeGreaterThan(0)
  await seek(page, 40)
  await service.endLinks()
  await expect.poll(() => place(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(40)
  await press(page, 'Pause')
  const links = new Set(byLink().map(({ query }) => query.get('X-Amz-Signature')))
  expect(links.size).toBe(2)
  expect(fetched()).toEqual(byLink())

  await drawer(page).getByRole('button', { name: 'Delete Recording' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Recording' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await expect.poll(() => service.names(), { timeout: 60_000 }).toEqual([])
})
