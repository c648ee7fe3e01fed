import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { drawer, findRecorded, openTab, signIn } from './journeys.ts'

/** The transcripts of a session whose conversation was made of a recording; nothing of it is changed. */
async function openConversation(page: Page) {
  await signIn(page)
  const { url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=transcripts`)
  return drawer(page).getByRole('region', { name: 'Conversation' })
}

test('a conversation is shown in turns with their times, and a time plays the recording from there', async ({
  page,
}) => {
  const conversation = await openConversation(page)
  const turns = conversation.getByRole('listitem')
  await expect(turns.first()).toContainText('Coach')
  await expect(turns.last()).toHaveText(/…$/)
  const compact = await turns.count()
  await conversation.getByRole('button', { name: 'Full view' }).click()
  await expect.poll(() => turns.count()).toBeGreaterThan(compact)
  await expectAccessible(page, '[role=dialog]')

  const turn = turns.nth(3)
  await expect(turn).toContainText('My manager gave me a new project on Monday')
  // As the recording has it: 17.46 s.
  await turn.getByRole('button', { name: 'Play from 0:17' }).click()
  const video = drawer(page).getByLabel('Recording of the session')
  await expect
    .poll(() => video.evaluate((it) => (it as HTMLVideoElement).currentTime))
    .toBeGreaterThan(17.2)
  expect(await video.evaluate((it) => (it as HTMLVideoElement).currentTime)).toBeLessThan(25)
  await openTab(page, 'Transcripts')
  await expect(conversation).toBeVisible()
})
