import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { drawer, openTab, saveConversation, toasts } from '../journeys.ts'
import { discard, openTranscript, original, swapSpeakers } from '../transcript-lines.ts'

// These journeys correct the same transcript.
test.describe.configure({ mode: 'serial' })

test('a coach corrects lines and saves them beside the original', async ({ page }) => {
  const { id, panel, line, words, write } = await openTranscript(page)
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await expect(line(0)).toContainText('Hello and welcome back.')
  await expect(panel.getByRole('button', { name: 'Save transcript' })).toBeDisabled()
  await expectAccessible(page, '[role=dialog]')

  // Speakers.
  await panel.getByRole('button', { name: 'Rename Speaker 1' }).click()
  await panel.getByLabel('New name of Speaker 1').fill('Coach')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Rename Coach' })).toBeFocused()
  await expect(line(2)).toContainText('Coach')
  await panel.getByRole('button', { name: 'Swap speakers' }).click()
  await expect(line(0)).toContainText('Speaker 2')
  await expect(line(1)).toContainText('Coach')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(line(0)).toContainText('Coach')
  await panel.getByRole('button', { name: 'Rename Speaker 2' }).click()
  await panel.getByLabel('New name of Speaker 2').fill('Klara')
  await panel.getByRole('button', { name: 'Rename', exact: true }).click()

  // The speaker of one line and of several.
  await line(1).getByRole('button', { name: 'Klara: change the speaker' }).click()
  await page.getByRole('menuitem', { name: 'Coach' }).click()
  await expect(line(1)).toContainText('Coach')
  // Undo works wherever the focus is.
  await panel.getByRole('heading', { name: 'Raw transcript' }).click()
  await page.keyboard.press('Control+z')
  await expect(line(1)).toContainText('Klara')
  await line(4).getByRole('checkbox').click()
  await line(6)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(panel.getByText('3 of 12 selected')).toBeVisible()
  await panel.getByRole('button', { name: 'Assign to' }).click()
  await page.getByRole('menuitem', { name: 'Klara' }).click()
  await expect(line(4)).toContainText('Klara')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect(line(4)).toContainText('Coach')

  // Escape restores the words and keeps the drawer open.
  await write(3, 'Something else')
  await page.keyboard.press('Escape')
  await expect(line(3)).toContainText('I put the film in the kitchen')
  const corrected =
    'I stopped reading my mail in the evening. I put the phone in the kitchen and left it there.'
  await write(3, corrected)
  await panel.getByRole('button', { name: 'Done' }).click()
  await expect(line(3)).toContainText('I put the phone in the kitchen')

  // Split and join.
  await line(3).getByTitle('Edit this line').click()
  await words.evaluate((it) => {
    const field = it as HTMLTextAreaElement
    const at = field.value.indexOf('I put')
    field.setSelectionRange(at, at)
  })
  await page.keyboard.press('Enter')
  await expect(line(0)).toHaveAttribute('aria-setsize', '13')
  await expect(line(4)).toContainText('0:20')
  await expect(words).toHaveValue('I put the phone in the kitchen and left it there.')
  await page.keyboard.press('Backspace')
  await expect(line(0)).toHaveAttribute('aria-setsize', '12')
  await expect(words).toHaveValue(corrected)
  await page.keyboard.press('Enter')
  await expect(line(0)).toHaveAttribute('aria-setsize', '13')
  await expect(panel.getByText(/^Draft saved at/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  await panel.getByRole('button', { name: 'Save transcript' }).click()
  await expect(toasts(page).getByText('Transcript saved')).toBeVisible()
  await expect(panel).toContainText('Coach: Hello and welcome back.')
  const saved = await page.request.get(`/api/sessions/${id}`)
  const { segments } = (await saved.json()) as {
    segments: { words: { word: string; start: number }[] }[]
  }
  const before = JSON.parse(original) as typeof segments
  // Every word except the two corrected ones.
  const startsOf = (of: typeof segments) =>
    of
      .flatMap(({ words: all }) => all.map(({ start }) => start))
      .filter((_, at) => ![2, 11].includes(at))
  expect(startsOf(segments.slice(3, 5))).toEqual(startsOf(before.slice(3, 4)))

  await panel.getByRole('button', { name: 'Compare with the original' }).click()
  await expect(panel.locator('del', { hasText: 'film' })).toBeVisible()
  await expect(panel.locator('ins', { hasText: 'phone' })).toBeVisible()
  await expect(panel).toContainText('Speaker 1 is now Coach. Speaker 2 is now Klara.')
  await expectAccessible(page, '[role=dialog]')
  // The comparison has no marks of uncertain words; going to the next one closes it.
  await expect(panel.getByText(/^Underlined words/)).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(panel.locator('del')).toHaveCount(0)
  await expect(panel.getByText(/^Underlined words/)).toBeVisible()
})

test('corrections are kept as a draft after a reload and in another window', async ({
  page,
  context,
}) => {
  const { panel, line } = await openTranscript(page)
  await swapSpeakers(panel)
  await page.reload()
  await expect(panel.getByText(/^You have unsaved corrections/)).toBeVisible()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(line(0)).toContainText('Speaker 2')

  const other = await context.newPage()
  await other.goto(page.url())
  const there = drawer(other).getByRole('region', { name: 'Raw transcript' })
  await there.getByRole('button', { name: 'Continue' }).click()
  await there.getByRole('button', { name: 'Swap speakers' }).click()
  await expect(there.getByText(/^Draft saved at/)).toBeVisible()
  await expect(there.getByText('Saving draft…')).toBeHidden()
  await line(0).getByRole('button', { name: 'Join with the line below' }).click()
  await expect(panel.getByText('This draft is open in another window.')).toBeVisible()
  await panel.getByRole('button', { name: 'Keep this one' }).click()
  await expect(panel.getByText(/^Draft saved at/)).toBeVisible()
  await expect(panel.getByText('This draft is open in another window')).toBeHidden()
  await other.close()

  await discard(panel)
  await expect(panel).toContainText('Speaker 1: Hello and welcome back.')
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Correct lines' })).toBeEnabled()
  await expect(panel.getByText(/^You have corrections/)).toBeHidden()
})

test('the lines of someone else are shown beside yours', async ({ page }) => {
  const { put, panel, line } = await openTranscript(page)
  await swapSpeakers(panel)
  const theirs = JSON.parse(original.replaceAll('Speaker 1', 'Karin')) as unknown
  expect((await put(theirs)).ok()).toBe(true)
  // The page is notified before it saves.
  await expect(panel.getByText('The transcript has changed since you started.')).toBeVisible()
  await panel.getByRole('button', { name: 'Compare with mine' }).click()
  await expect(panel).toContainText('Karin is now Speaker 2.')
  await expect(line(0)).toContainText('Speaker 2')
  await panel.getByRole('button', { name: 'Take theirs' }).click()
  await expectAccessible(page, '[role=alertdialog]')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep correcting' }).click()
  await panel.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(toasts(page).getByText('Transcript saved')).toBeVisible()
  await expect(panel).toContainText('Speaker 2: Hello and welcome back.')
  await openTab(page, 'Overview')
})

test('the keyboard focus stays in the line, selection or button in use', async ({ page }) => {
  const { panel, line, words } = await openTranscript(page)
  const textOf = (at: number) => line(at).getByTitle('Edit this line')
  const press = (key: string) => page.keyboard.press(key)
  const correct = panel.getByRole('button', { name: 'Correct lines' })
  await correct.click()

  await textOf(3).focus()
  await press('Enter')
  await expect(words).toBeFocused()
  await press('Escape')
  await expect(textOf(3)).toBeFocused()
  await press('Enter')
  await panel.getByRole('button', { name: 'Done' }).focus()
  await press('Enter')
  await expect(textOf(3)).toBeFocused()
  // The focus stays on what was clicked.
  await press('Enter')
  await expect(words).toBeFocused()
  await line(5).getByRole('checkbox').click()
  await expect(words).toBeHidden()
  await expect(line(5).getByRole('checkbox')).toBeFocused()

  await panel.getByRole('button', { name: 'Assign to' }).focus()
  await press('Enter')
  await page.getByRole('menuitem', { name: 'Speaker 1' }).press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(panel.getByRole('checkbox', { name: 'Select all lines' })).toBeFocused()

  await panel.getByRole('button', { name: 'Save transcript' }).focus()
  await press('Enter')
  await expect(toasts(page).getByText('Transcript saved')).toBeVisible()
  await expect(correct).toBeFocused()
})

test('corrected lines follow the recording, and a corrected word is no longer uncertain', async ({
  page,
}) => {
  const { panel, lines, line, write } = await openTranscript(page)
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await expect(line(0)).toContainText('Hello and welcome back.')
  await line(2)
    .getByRole('button', { name: /^Play from / })
    .click()
  await expect(lines.locator('[aria-current=true]')).toHaveCount(1)
  await expect(line(2).locator('[aria-current=true]')).toBeVisible()
  await page.keyboard.press('Alt+k')

  const uncertainWord = panel.locator('output').filter({ hasText: / of \d+: / })
  await page.keyboard.press('n')
  await expect(uncertainWord).toHaveText(/^1 of \d+: /)
  const before = Number((await uncertainWord.innerText()).match(/of (\d+)/)?.[1])
  // Words that a person wrote are certain.
  await write(0, 'Hello. Welcome back.')
  await panel.getByRole('button', { name: 'Done' }).click()
  await panel.getByRole('button', { name: 'Next uncertain word' }).click()
  await expect
    .poll(async () => Number((await uncertainWord.innerText()).match(/of (\d+)/)?.[1]))
    .toBeLessThan(before)

  await discard(panel)
  await expect(panel.getByRole('button', { name: 'Correct lines' })).toBeVisible()
})

test('a line in another language is marked, and can be played', async ({ page }) => {
  const { put, panel } = await openTranscript(page)
  const [first, second] = JSON.parse(original) as { text: string; words?: unknown }[]
  const marked = { ...second, text: '[another language?]', words: undefined }
  expect((await put([first, marked])).ok()).toBe(true)
  await page.reload()
  await panel.getByRole('button', { name: 'Full view' }).click()
  await expect(panel.getByText('another language?', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(panel.locator('[aria-current=true]')).toContainText('another language?')
  await page.keyboard.press('Alt+k')
})

test('the last words typed are kept when leaving by a reload, closing or another tab', async ({
  page,
}) => {
  const { panel, line, write } = await openTranscript(page)
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await write(0, 'Typed and not left')
  await expect(panel.getByText(/^Draft saved at/)).toBeVisible()
  await page.reload()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(line(0)).toContainText('Typed and not left')

  await write(0, 'Typed, then closed')
  await panel.getByRole('button', { name: 'Close and keep draft' }).click()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(line(0)).toContainText('Typed, then closed')

  await write(0, 'Typed, then elsewhere')
  await openTab(page, 'Overview')
  await expect(drawer(page).getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
  await expect(leaving).toBeHidden()
  await openTab(page, 'Transcripts')
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(line(0)).toContainText('Typed, then elsewhere')

  // A draft that cannot be saved is asked about.
  await page.route('**/transcript-draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await panel.getByRole('button', { name: 'Swap speakers' }).click()
  await drawer(page).getByRole('tab', { name: 'Overview' }).click()
  await expect(leaving).toBeVisible()
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel.getByText("The draft couldn't be saved. Trying again…")).toBeVisible()
  await page.unroute('**/transcript-draft')
  await expect(panel.getByText(/^Draft saved at/)).toBeVisible({ timeout: 10_000 })
})

test('a recording is transcribed again while its lines are corrected, and one of both is chosen', async ({
  page,
}) => {
  // Two transcriptions.
  test.setTimeout(360_000)
  const { panel, words, write } = await openTranscript(page)
  const again = panel.getByRole('button', { name: 'Transcribe again' })
  const transcribeAgain = async () => {
    await again.click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('kept beside the current one until you choose')
    await question.getByRole('button', { name: 'Transcribe again' }).click()
  }
  const next = drawer(page).getByRole('region', { name: 'Next step' })
  const fresh = drawer(page).getByRole('region', { name: 'New transcript' })
  await transcribeAgain()
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await write(0, 'Typed meanwhile')
  await expect(fresh).toBeVisible({ timeout: 120_000 })
  await expect(words).toHaveValue('Typed meanwhile')
  await panel.getByRole('button', { name: 'Save transcript' }).click()
  await expect(toasts(page).getByText('Transcript saved')).toBeVisible()
  await expect(panel).toContainText('Typed meanwhile')
  await expect(fresh.locator('del', { hasText: 'Typed meanwhile' })).toBeVisible()
  await expect(next).toContainText('A new transcript waits beside the current one.')
  await expectAccessible(page, '[role=dialog]')

  await fresh.getByRole('button', { name: 'Keep the current one' }).click()
  const discarding = page.getByRole('alertdialog', { name: 'Discard the new transcript?' })
  await discarding.getByRole('button', { name: 'Discard' }).click()
  await expect(fresh).toBeHidden()
  await expect(panel).toContainText('Typed meanwhile')

  await transcribeAgain()
  await fresh.getByRole('button', { name: 'Use this one' }).click({ timeout: 120_000 })
  const replacing = page.getByRole('alertdialog', { name: 'Use the new transcript?' })
  await expect(replacing).toContainText('its corrections and its original will be deleted')
  await expectAccessible(page, '[role=alertdialog]')
  await replacing.getByRole('button', { name: 'Use this one' }).click()
  await expect(fresh).toBeHidden()
  await expect(panel).not.toContainText('Typed meanwhile')
  await expect(panel).toContainText(/Hello,? and welcome back/)
  await expect(panel.getByRole('button', { name: 'Compare with the original' })).toBeHidden()
})

test('processing a transcript with unsaved corrections asks first', async ({ page }) => {
  const { id, panel } = await openTranscript(page)
  await saveConversation(page, id, '')
  await panel.getByRole('button', { name: 'Correct lines' }).click()
  await panel.getByRole('button', { name: 'Swap speakers' }).click()
  // A correction that is not yet saved as a draft counts, too.
  const process = drawer(page).getByRole('button', { name: 'Process Transcript' })
  await process.click()
  const question = page.getByRole('alertdialog', { name: 'Process without your corrections?' })
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Save transcript' }).click()
  await expect(panel).toContainText('Speaker 2: Hello and welcome back.')
  await process.click()
  await expect(drawer(page).getByRole('region', { name: 'Conversation' })).toContainText(
    'Hello and welcome back.',
  )
})
