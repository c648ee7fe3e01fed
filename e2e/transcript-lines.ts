import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { busyCoach, drawer, findRecorded, ownOrigin, signIn } from './journeys.ts'

export const original = readFileSync('server/demo/media/check-in.json', 'utf8')

/** The original transcript of a session that no other journey uses, without a draft. */
export async function openTranscript(page: Page) {
  await signIn(page, busyCoach)
  const { id, url } = await findRecorded(page, 'Klara Engdahl')
  const api = `/api/sessions/${id}/transcript`
  const headers = { origin: ownOrigin() }
  const put = (segments: unknown) => page.request.put(api, { headers, data: { segments } })
  expect((await put(JSON.parse(original))).ok()).toBe(true)
  await page.request.delete(`${api}-draft`, { headers })
  await page.goto(`${url}&tab=transcripts`)
  const panel = drawer(page).getByRole('region', { name: 'Raw transcript' })
  const lines = panel.getByRole('list', { name: 'Lines of the transcript' })
  const line = (at: number) => lines.locator(`[data-index="${at}"]`)
  const words = lines.getByRole('textbox')
  /** Opens a line and fills it in. */
  const write = async (at: number, text: string) => {
    await line(at).getByTitle('Edit this line').click()
    await words.fill(text)
  }
  return { id, put, panel, lines, line, words, write }
}

/** Swaps the two speakers, and waits for the draft with it. */
export async function swapSpeakers(panel: Locator) {
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await panel.getByRole('button', { name: 'Swap speakers' }).click()
  await expect(panel.getByText(/^Draft saved at/)).toBeVisible()
}

export async function discard(panel: Locator) {
  await panel.getByRole('button', { name: 'Discard corrections' }).click()
  const question = panel.page().getByRole('alertdialog')
  await question.getByRole('button', { name: 'Discard corrections' }).click()
}
