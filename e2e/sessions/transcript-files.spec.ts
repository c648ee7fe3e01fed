import { readFileSync } from 'node:fs'
import type { Download, Locator } from '@playwright/test'
import { extractText } from 'unpdf'
import { openFinished } from '../finished-session.ts'
import { expect, test } from '../journey.ts'
import { drawer, signIn, toasts } from '../journeys.ts'

test('a transcript and a conversation are downloaded as files and copied', async ({
  page,
  context,
}) => {
  const id = await openFinished(page, 'transcripts')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const part = (name: string) => drawer(page).getByRole('region', { name, exact: true })
  const take = async (from: Locator, format: string): Promise<Download> => {
    await from.getByRole('button', { name: 'Download' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    return coming
  }
  const bytesOf = async (download: Download) => readFileSync(await download.path())
  await expect(part('Conversation')).toBeVisible()
  const names = { Conversation: 'Good morning Sarah', 'Raw transcript': 'Good morning, Sarah' }
  for (const [name, words] of Object.entries(names)) {
    const what = name === 'Conversation' ? 'Conversation' : 'Transcript'
    const pdf = await take(part(name), 'PDF (.pdf)')
    expect(pdf.suggestedFilename()).toMatch(
      new RegExp(`^${what} \\d{4}-\\d\\d-\\d\\d [\\w ]+\\.pdf$`),
    )
    const { text } = await extractText(new Uint8Array(await bytesOf(pdf)), { mergePages: true })
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
    const docx = await bytesOf(await take(part(name), 'Word (.docx)'))
    expect(docx.toString('latin1', 0, 2)).toBe('PK')
    const txt = await bytesOf(await take(part(name), 'Text (.txt)'))
    expect(txt.toString()).toContain(words)
  }
  const vtt = await bytesOf(await take(part('Raw transcript'), 'Subtitles (.vtt)'))
  expect(vtt.toString()).toMatch(/^WEBVTT\n\n00:00:01\.010 --> 00:00:05\.660\n<v Speaker 1>Good/)
  const spoken = await bytesOf(await take(part('Conversation'), 'Subtitles (.vtt)'))
  expect(spoken.toString()).toMatch(
    /^WEBVTT\n\nNOTE Arranged by rules, without AI, .*\n\n00:00:01\.010 --> \S+\n<v Coach>Good morning Sarah/,
  )

  await part('Conversation').getByRole('button', { name: 'Copy the conversation' }).click()
  await expect(toasts(page).getByText('Copied!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Arranged by rules, without AI, .*\.\n\nCoach: Good morning Sarah/)

  await signIn(page, 'system@demo.maylab.test')
  const log = await page.request.get(`/api/admin/audit-log?row=${id}&action=transcript-downloaded`)
  expect(((await log.json()) as unknown[]).length).toBeGreaterThanOrEqual(7)
})

test('a file that cannot be created explains why', async ({ page }) => {
  await openFinished(page, 'transcripts')
  const address = page.url()
  const part = drawer(page).getByRole('region', { name: 'Conversation', exact: true })
  const files = part.getByRole('button', { name: 'Download' })
  const answers = (url: string, status: number, error: string) =>
    page.route(url, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.fulfill({ status, json: { error, code: 'conflict', requestId: 'one' } })
    })
  const busy = 'Too many files are being created right now. Please try again in a minute.'
  await answers('**/transcript-file?*', 503, busy)
  await files.click()
  await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
  await expect(part.getByRole('button', { name: 'Downloading...' })).toBeVisible()
  await expect(toasts(page).getByText(busy)).toBeVisible()
  await expect(files).toBeFocused()
  await page.keyboard.press('Escape')
  await answers('**/plan.csv*', 409, 'Not this plan.')
  await page.getByRole('button', { name: 'More for this plan' }).click()
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  await expect(toasts(page).getByText('Not this plan.')).toBeVisible()
  expect(new URL(address).pathname).toBe(new URL(page.url()).pathname)
})
