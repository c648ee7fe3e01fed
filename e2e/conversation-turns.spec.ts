import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import {
  busyCoach,
  drawer,
  findRecorded,
  newSession,
  openTab,
  ownOrigin,
  signIn,
} from './journeys.ts'

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

test('whoever leaves the text of a conversation has the keyboard on Edit again', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  const answer = await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers: { origin: ownOrigin() },
    data: { transcribedTextScripted: 'Coach: Hello.' },
  })
  expect(answer.ok()).toBe(true)
  await page.goto(`${url}&tab=transcripts`)
  const conversation = drawer(page).getByRole('region', { name: 'Conversation' })
  const edit = conversation.getByRole('button', { name: 'Edit' })
  const text = conversation.getByLabel('Conversation text')
  await edit.press('Enter')
  await expect(text).toBeFocused()
  await conversation.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await text.fill('Coach: Good day.')
  await text.press('Control+Enter')
  await expect(conversation).toContainText('Good day.')
  await expect(edit).toBeFocused()
})
