import { writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { runFfmpeg } from '../server/platform/media/ffmpeg.ts'
import { drawer } from './journeys.ts'

/** Creates a file with the first seconds of a video, which is faster to transcribe. */
export async function cutBeginning(video: string, seconds: number) {
  const film = test.info().outputPath(`${seconds}-seconds.webm`)
  const { stdout, done } = runFfmpeg({
    input: video,
    args: ['-t', String(seconds), '-c', 'copy', '-f', 'webm'],
  })
  await writeFile(film, stdout)
  expect((await done).code).toBe(0)
  return film
}

/** Limits the upload speed in bytes per second; null removes the limit. */
export async function limitUpload(page: Page, bytesPerSecond: number | null) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  })
  return protocol
}

/** Selects a file in the upload widget; `upload` sends it. */
export const chooseFile = (page: Page, path: string) =>
  drawer(page).getByLabel('Video of the session').setInputFiles(path)

export const upload = (page: Page) =>
  drawer(page).getByRole('button', { name: 'Upload', exact: true }).click()
