import { expect, type Page } from '@playwright/test'
import { drawer, findRecorded, signIn } from './journeys.ts'

export const video = (page: Page) => drawer(page).getByLabel('Recording of the session')
export const playerOf = (page: Page) => drawer(page).getByRole('region', { name: 'Player' })
export const timeOf = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime)
export const isPaused = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.paused)

/** Opens a demo session with recording, transcript and conversation, which no test changes. */
export async function openFinished(page: Page, tab: 'overview' | 'recording' | 'transcripts') {
  await signIn(page)
  const { id, url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=${tab}`)
  await expect(video(page)).toBeVisible()
  return id
}
