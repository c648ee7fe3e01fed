import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  dayFromNow,
  newClientOf,
  openPlan,
  ownLastName,
  send,
  signIn,
  toasts,
} from '../journeys.ts'

type Tab = 'metrics' | 'session-types' | 'assignment-types'
const openTab = (page: Page, tab: Tab) => page.goto(`/app/settings?tab=${tab}`)
/** Unique names of letters only. */
const own = (name: string) => `${name} ${ownLastName()}`

const post = (page: Page, path: string, data: object) =>
  send<{ id: string }>(page, 'POST', path, data)
const remove = (page: Page, path: string) => send(page, 'DELETE', path)
const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `Move ${name}`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The rows with these names, in the order of the list. */
async function orderOf(page: Page, list: string, names: readonly string[]) {
  const texts = await page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .allTextContents()
  return texts.flatMap((text) => names.filter((name) => text.includes(name)))
}

test('session types are added, changed, reordered and deleted, and open plans follow', async ({
  page,
  signInOther,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await openTab(page, 'session-types')
  const [walk, talk] = [own('Walk'), own('Talk')]
  for (const name of [walk, talk]) {
    await button(page, 'Add Session Type').first().click()
    const form = page.getByRole('dialog', { name: 'Add Session Type' })
    if (name === walk) {
      await form.getByRole('button', { name: 'Add Session Type' }).click()
      await expect(form.getByText('Session type name is required')).toBeVisible()
      await expectAccessible(page, '[role="dialog"]')
    }
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Description').fill('Outdoors, side by side.')
    await form.getByRole('button', { name: 'Add Session Type' }).click()
    await expect(form).toBeHidden()
    await expect(toasts(page).getByText('Session Type added')).toBeVisible()
  }
  await expect.poll(() => orderOf(page, 'Session Types', [walk, talk])).toEqual([walk, talk])

  // An open plan is updated.
  const { name: client } = await newClientOf()
  const other = await signInOther(busyCoach)
  await openPlan(other, client)
  await handle(page, talk).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => orderOf(page, 'Session Types', [walk, talk])).toEqual([talk, walk])
  await expect(handle(page, talk)).toBeFocused()
  await button(page, `Edit ${talk}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Session Type' })
  const chat = own('Chat')
  await form.getByLabel('Name').fill(chat)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await page.reload()
  await expect.poll(() => orderOf(page, 'Session Types', [walk, chat])).toEqual([chat, walk])
  await expect
    .poll(async () => {
      await other.getByRole('button', { name: '+ Add session' }).click()
      await other.getByLabel('Session Type').click()
      const options = await other.getByRole('option').allTextContents()
      await other.keyboard.press('Escape')
      await other.keyboard.press('Escape')
      return options.filter((it) => it === walk || it === chat)
    })
    .toEqual([chat, walk])
  await other.close()

  for (const name of [walk, chat]) {
    await button(page, `Delete ${name}`).click()
    const question = page.getByRole('alertdialog', { name: 'Delete this session type?' })
    await expect(question).toContainText(
      'Deleting a session type deletes its sessions and metrics.',
    )
    await expect(question).toContainText('It is not in use yet.')
    await question.getByRole('button', { name: 'Delete session type' }).click()
    await expect(button(page, `Delete ${name}`)).toBeHidden()
    await expect(button(page, 'Add Session Type')).toBeFocused()
  }
})

test('a metric has a category, unit, range and direction, and its key is fixed once it has values', async ({
  page,
  signInOther,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await openTab(page, 'metrics')
  const [body, mind, hours] = [own('Body'), own('Mind'), own('Screen time')]
  for (const name of [body, mind]) {
    await button(page, 'Add Category').click()
    const form = page.getByRole('dialog', { name: 'Add Category' })
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Add Category' }).click()
    await expect(form).toBeHidden()
  }
  await button(page, 'Add Metric').click()
  const form = page.getByRole('dialog', { name: 'Add Metric' })
  await form.getByRole('textbox', { name: 'Key', exact: true }).fill('Screen-Time')
  await form.getByRole('button', { name: 'Add Metric' }).click()
  await expect(form.getByText('Key must be lowercase with underscores only')).toBeVisible()
  await expect(form.getByText('Label is required')).toBeVisible()
  await expect(form.getByText('Category is required')).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await form.getByRole('textbox', { name: 'Key', exact: true }).fill(`screen_${ownLastName()}`)
  await form.getByLabel('Label').fill(hours)
  await form.getByLabel('Category').click()
  await page.getByRole('option', { name: body }).click()
  await form.getByLabel('Unit').fill('hours')
  await form.getByLabel('Highest Value').fill('0')
  await form.getByRole('button', { name: 'Add Metric' }).click()
  await expect(form.getByText('The highest value must be above the lowest')).toBeVisible()
  await form.getByLabel('Highest Value').fill('10')
  await form.getByLabel('Which Way Is Better').click()
  await page.getByRole('option', { name: 'Less is better' }).click()
  await form.getByRole('button', { name: 'Add Metric' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('list', { name: `Metrics of ${body}` })).toContainText(
    '0 to 10 hours · less is better',
  )

  // A coach enters a value, which the plan colours by range and direction.
  const { name: client } = await newClientOf()
  const other = await signInOther(busyCoach)
  await openPlan(other, client)
  const cell = other.getByRole('row', { name: hours }).locator('td[data-week="1"]')
  const noted = other.waitForResponse('**/metric-values')
  await cell.focus()
  await other.keyboard.press('9')
  await other.keyboard.press('Enter')
  await expect(cell).toContainText('9')
  await expect(cell.locator('[class*="red"]').first()).toBeVisible()
  expect((await noted).ok()).toBe(true)
  await other.close()

  await page.reload()
  await button(page, `Edit ${hours}`).click()
  const edit = page.getByRole('dialog', { name: 'Edit Metric' })
  await expect(edit.getByRole('textbox', { name: 'Key', exact: true })).not.toBeEditable()
  await expect(edit.getByText('Values use this key, so it cannot be changed.')).toBeVisible()
  await edit.getByLabel('Category').click()
  await page.getByRole('option', { name: mind }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('list', { name: `Metrics of ${mind}` })).toContainText(hours)

  await button(page, `Delete ${mind}`).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this metric category?' })
  await expect(question).toContainText('Deleting a category also deletes its metrics.')
  await expect(question.getByRole('listitem')).toHaveText(['1 metric', '1 value in plans'])
  await expectAccessible(page, '[role="alertdialog"]')
  await question.getByRole('button', { name: 'Delete metric category' }).click()
  await expect(page.getByText(hours)).toHaveCount(0)
  await button(page, `Delete ${body}`).click()
  await page.getByRole('button', { name: 'Delete metric category' }).click()
  await expect(page.getByText(body)).toHaveCount(0)
})

test('a metric has keywords, and a note says which other metric uses one', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  const [body, rest, calm] = [own('Body'), own('Rest'), own('Calm')]
  const word = own('unwind')
  const { id: categoryId } = await post(page, '/api/admin/metric-categories', { name: body })
  const metric = (label: string, words: string[]) =>
    post(page, '/api/admin/metric-definitions', {
      ...{ key: label.toLowerCase().replaceAll(/[^a-z]/g, '_'), label, categoryId, words },
    })
  await metric(rest, [word])
  await metric(calm, [])
  await openTab(page, 'metrics')
  const rows = page.getByRole('list', { name: `Metrics of ${body}` })
  await expect(rows).toContainText(`keywords: ${word}`)

  await button(page, `Edit ${calm}`).click()
  const form = page.getByRole('dialog', { name: 'Edit Metric' })
  const words = form.getByLabel('Keywords')
  const added = form.getByRole('list', { name: 'Added' }).getByRole('listitem')
  await words.fill('peace of mind, Serene')
  await words.press('Enter')
  await expect(added).toHaveText(['peace of mind', 'Serene'])
  await words.fill(word.toUpperCase())
  const note = form.getByText(`“${word.toUpperCase()}” is also a keyword of ${rest}.`)
  await expect(note).toContainText('Shared keywords are ignored.')
  await words.press('Enter')
  await expect(note).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await form.getByRole('button', { name: `Remove ${word.toUpperCase()}` }).click()
  await expect(note).toBeHidden()
  // Text still being typed is saved too.
  await words.fill('at ease')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await expect(rows).toContainText('keywords: peace of mind, Serene, at ease')

  await remove(page, `/api/admin/metric-categories/${categoryId}`)
})

test('a large deletion can be undone until it starts', async ({ page, signInOther }) => {
  await signIn(page, 'system@demo.maylab.test')
  const name = own('Letter')
  const { id } = await post(page, '/api/admin/assignment-definitions', { name })
  const other = await signInOther(busyCoach)
  for (let plan = 0; plan < 2; plan++) {
    const { name: client } = await newClientOf()
    await openPlan(other, client)
    const path = `/api/clients/${new URL(other.url()).pathname.split('/').at(-1)}/assignments`
    const data = { assignmentDefinitionId: id, dueDate: dayFromNow(0), repeatWeeks: 26, note: '' }
    for (let given = 0; given < 20; given++) await post(other, path, data)
  }
  await other.close()

  await openTab(page, 'assignment-types')
  await button(page, `Delete ${name}`).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this assignment type?' })
  await expect(question).toContainText('Deleting an assignment type deletes its assignments.')
  await expect(question).toContainText('1,040 home assignments')
  await expect(question).toContainText('It starts after 10 seconds; until then you can undo it.')
  await expectAccessible(page, '[role="alertdialog"]')
  const confirm = question.getByRole('button', { name: 'Delete assignment type' })
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name)
  await confirm.click()
  await expect(page.getByText(`${name} and 1,040 rows will be deleted in`)).toBeVisible()
  await expect(button(page, `Delete ${name}`)).toBeHidden()
  await button(page, 'Undo').click()
  await expect(toasts(page).getByText('Deletion undone')).toBeVisible()
  await expect(button(page, `Delete ${name}`)).toBeVisible()
  // The pressed button is gone, but the focus is not lost.
  await expect(page.locator(':focus')).toHaveCount(1)

  await remove(page, `/api/admin/assignment-definitions/${id}`)
})

test('a failed deletion is tried again or undone', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  const all = '/api/admin/definition-deletions'
  const [letter, diary] = [
    '01930000-0000-7000-8000-00000000000a',
    '01930000-0000-7000-8000-00000000000b',
  ]
  const failed = { kind: 'assignmentDefinition', total: 1_040, undoableMs: 0, isFailed: true }
  let rows: object[] = [
    { ...failed, id: letter, name: 'Letter', done: 0, isUndoable: true },
    { ...failed, id: diary, name: 'Sleep diary', done: 600, isUndoable: false },
  ]
  await page.route(`**${all}`, (route) => route.fulfill({ json: rows }))
  const asked: string[] = []
  await page.route(`**${all}/*/*`, (route) => {
    const path = new URL(route.request().url()).pathname
    asked.push(path)
    rows = rows.filter((it) => 'id' in it && !path.includes(String(it.id)))
    return route.fulfill({ json: { ok: true } })
  })
  await openTab(page, 'assignment-types')
  await expect(page.getByText('The assignment type Letter could not be deleted')).toBeVisible()
  await expect(page.getByText('Nothing was deleted, but it stays hidden until')).toBeVisible()
  await expect(
    page.getByText('600 of 1,040 rows were deleted, so this cannot be undone.'),
  ).toBeVisible()
  await expect(button(page, 'Undo the deletion of Sleep diary')).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Undo the deletion of Letter').click()
  await expect(toasts(page).getByText('Deletion undone')).toBeVisible()
  await expect(page.getByText('The assignment type Letter')).toHaveCount(0)
  await button(page, 'Try again to delete Sleep diary').click()
  await expect(page.getByText('could not be deleted')).toHaveCount(0)
  expect(asked).toEqual([`${all}/${letter}/undo`, `${all}/${diary}/retry`])
})
