import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from '../journey.ts'
import {
  addSession,
  busyCoach,
  drawer,
  longVideo,
  newSession,
  openLastSession,
  openPlan,
  openTab,
  ownOrigin,
  shortVideo,
  signIn,
} from '../journeys.ts'
import { chooseFile, cutBeginning, limitUpload, upload } from '../recordings.ts'
import { OwnServer } from '../server.ts'

const type = 'Weekly coaching'

test('an upload continues in smaller parts if a proxy limits the size of requests', async ({
  page,
}) => {
  const { port } = new URL(ownOrigin())
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request
    if (Number(headers['content-length'] ?? 0) > 600_000) {
      request.resume()
      response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>')
      return
    }
    const passed = httpRequest(
      { port, host: '127.0.0.1', method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  try {
    await signIn(page, busyCoach)
    const { url } = await newSession(page)
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    await page.goto(`${origin}${url}&tab=recording`)
    // 700 kB.
    await chooseFile(page, longVideo)
    await upload(page)
    await expect(drawer(page).getByText('Upload completed')).toBeVisible({ timeout: 60_000 })
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})

test('a server killed during an upload and a transcription loses neither', async ({ page }, {
  outputDir,
}) => {
  // Two server starts, and half of the recording is transcribed twice.
  test.setTimeout(300_000)
  const server = new OwnServer({ dataDir: path.join(outputDir, 'data') })
  await server.start()
  try {
    await signIn(page, 'coach@demo.maylab.test', server.origin)
    await openPlan(page, 'Lukas Brenner', server.origin)
    await addSession(page, type)
    await openLastSession(page, type)
    const panel = drawer(page)
    await openTab(page, 'Recording')
    await chooseFile(page, await cutBeginning(shortVideo, 40))
    await limitUpload(page, 30_000)
    await upload(page)
    const sending = panel.getByRole('region', { name: 'Upload in progress' })
    await expect(sending.getByText(/^[2-6]\d%$/)).toBeVisible({ timeout: 30_000 })
    const before = Number.parseInt(await sending.getByText(/^\d+%$/).innerText(), 10)

    await server.kill()
    await expect(panel.getByText('Your progress is saved.')).toBeVisible({
      timeout: 30_000,
    })
    await server.start()
    await expect(panel.getByText('Your progress is saved.')).toBeHidden({
      timeout: 60_000,
    })
    // The upload resumes at its offset: only buffered bytes are sent again.
    const after = Number.parseInt(await sending.getByText(/^\d+%$/).innerText(), 10)
    expect(after).toBeGreaterThan(before - 20)
    await limitUpload(page, null)
    await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 60_000 })

    await panel.getByRole('button', { name: 'Start Transcription' }).click()
    await panel.getByRole('button', { name: 'Show progress' }).click()
    const listening = panel.getByRole('region', { name: 'Transcription in progress' })
    await expect(listening.getByText(/^[2-7]\d%/)).toBeVisible({ timeout: 90_000 })
    await server.kill()
    await server.start()
    await expect(listening).toBeVisible()
    await expect(listening).toBeHidden({ timeout: 150_000 })
    await expect(panel.getByText('Speaker 2', { exact: false }).first()).toBeVisible()
  } finally {
    await server.stop()
  }
})
