import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  drawer,
  findRecorded,
  newSession,
  openTab,
  shareConversation,
  signIn,
} from '../journeys.ts'

/** Opens the transcripts of a session with a conversation from a recording, which no test changes. */
async function openConversation(page: Page) {
  await signIn(page)
  const { url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=transcripts`)
  return drawer(page).getByRole('region', { name: 'Conversation' })
}

test('a conversation is shown in turns whose times play the recording', async ({ page }) => {
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
  // At 17.46 s of the recording.
  await turn.getByRole('button', { name: 'Play from 0:17' }).click()
  const video = drawer(page).getByLabel('Recording of the session')
  await expect
    .poll(() => video.evaluate((it) => (it as HTMLVideoElement).currentTime))
    .toBeGreaterThan(17.2)
  expect(await video.evaluate((it) => (it as HTMLVideoElement).currentTime)).toBeLessThan(25)
  await openTab(page, 'Transcripts')
  await expect(conversation).toBeVisible()
})

test('deleting a conversation says that its client loses it too', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await shareConversation(page, id, 'Coach: Hello.')
  await page.goto(`${url}&tab=transcripts`)
  const conversation = drawer(page).getByRole('region', { name: 'Conversation' })
  const edit = conversation.getByRole('button', { name: 'Edit' })
  const text = conversation.getByLabel('Conversation text')
  await edit.press('Enter')
  await expect(text).toBeFocused()
  await conversation.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(edit).toBeFocused()
  await edit.press('Enter')
  await text.fill(' ')
  await conversation.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this conversation?' })
  await expect(question).toContainText(
    /permanently deletes the conversation, also for Alma \w+, who can read it now\./,
  )
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(text).toHaveValue(' ')
  await conversation.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Delete conversation' }).click()
  await expect(text).toBeHidden()
})
