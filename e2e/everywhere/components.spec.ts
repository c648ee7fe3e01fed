import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'
import { signIn } from '../journeys.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/components')
  await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible()
})

test('a select is used by keyboard', async ({ page }) => {
  const role = page.getByRole('combobox', { name: 'Role', exact: true })
  const list = page.getByRole('listbox', { name: 'Role' })
  /** What a screen reader announces while the focus stays on the button. */
  const expectActive = async (label: string) => {
    await expect(role).toBeFocused()
    const option = list.getByRole('option', { name: label })
    await expect(role).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )
  }
  await role.focus()
  await page.keyboard.press('ArrowDown')
  await expectActive('All Roles')
  await expect(list.getByRole('option', { name: 'All Roles', selected: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectActive('Coach')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(role).toHaveText('All Roles')
  await page.keyboard.press('c')
  await expectActive('Coach')
  // The last one is disabled.
  await page.keyboard.press('End')
  await expectActive('Client')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(role).toHaveText('Client')
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expect(role).toHaveText('All Roles')
  await expect(page.getByRole('combobox', { name: 'Session Type' })).toBeFocused()
})

const coachSearch = (page: Page) => page.getByRole('combobox', { name: 'Coach', exact: true })

test('a combobox searches the server once typing pauses', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/coaches') asked.push(searchParams.get('q') ?? '')
  })
  const field = coachSearch(page)
  const list = page.getByRole('listbox', { name: 'Coach' })
  await field.click()
  await expect(list.getByRole('option').first()).toBeVisible()
  const name = (await list.getByRole('option').first().textContent()) ?? ''
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await field.pressSequentially(name)
  await page.clock.resume()
  await expect(list.getByRole('option')).toHaveText([name])
  expect(asked).toEqual(['', name])
  // A screen reader announces the option while the focus stays in the field.
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await list.getByRole('option').getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(page.getByText(`Chosen: ${name}`)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('option', { name, selected: true })).toBeVisible()

  await field.fill('nobody is called this')
  await expect(page.getByText('Nothing found').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(name)
  await page.getByRole('button', { name: 'Clear Coach' }).click()
  await expect(field).toBeFocused()
  await expect(page.getByText('No coach chosen.')).toBeVisible()
})

test('a combobox shows that it searches, and offers to try again after a failure', async ({
  page,
}) => {
  let isDown = true
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/coaches?*', async (route) => {
    await held
    await (isDown ? route.abort() : route.continue())
  })
  await coachSearch(page).click()
  await expect(page.getByText('Searching...').first()).toBeVisible()
  answer()
  const again = page.getByRole('option', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expectAccessible(page, '[role=listbox]')
  isDown = false
  await page.keyboard.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(
    page.getByRole('listbox', { name: 'Coach' }).getByRole('option').first(),
  ).toBeVisible()
})

test('rows are reordered by dragging, buttons and keys', async ({ page }) => {
  const rows = page.getByRole('list', { name: 'Metrics' }).getByRole('listitem')
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
  await expect(rows).toHaveText(['Stress', 'Sleep', 'Energy', 'Mood'])

  await handle('Stress').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows).toHaveText(['Sleep', 'Stress', 'Energy', 'Mood'])
  await expect(handle('Stress')).toBeFocused()
  await expect(page.getByText('Stress is now 2 of 4')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(rows).toHaveText(['Stress', 'Sleep', 'Energy', 'Mood'])

  await page.getByRole('button', { name: 'Move Mood up' }).click()
  await expect(rows).toHaveText(['Stress', 'Sleep', 'Mood', 'Energy'])
  await expect(page.getByRole('button', { name: 'Move Mood up' })).toBeFocused()

  await handle('Stress').scrollIntoViewIfNeeded()
  const from = await handle('Stress').boundingBox()
  const to = await handle('Energy').boundingBox()
  if (!from || !to) throw new Error('The rows are not there.')
  await page.mouse.move(from.x + 16, from.y + 16)
  await page.mouse.down()
  await page.mouse.move(to.x + 16, to.y + 20, { steps: 8 })
  await expect(rows).toHaveText(['Stress', 'Sleep', 'Mood', 'Energy'])
  await page.mouse.up()
  await expect(rows).toHaveText(['Sleep', 'Mood', 'Energy', 'Stress'])

  const back = await handle('Stress').boundingBox()
  if (!back) throw new Error('The row is not there.')
  await page.mouse.move(back.x + 16, back.y + 16)
  await page.mouse.down()
  await page.mouse.move(back.x + 16, back.y - 200, { steps: 8 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(rows).toHaveText(['Sleep', 'Mood', 'Energy', 'Stress'])
})

test('a chart shows the figures of a column to the mouse and the keyboard', async ({ page }) => {
  const chart = page.getByRole('figure', { name: 'Transcriptions by week' })
  const column = (week: string) => chart.getByRole('button', { name: new RegExp(`^${week}: `) })
  await column('W2').hover()
  await expect(chart.getByText('W2', { exact: true })).toHaveCount(2)
  await page.mouse.move(5, 5)
  await expect(chart.getByText('W2', { exact: true })).toHaveCount(1)
  await column('W1').focus()
  await page.keyboard.press('ArrowRight')
  await expect(column('W2')).toBeFocused()
  await expect(column('W2')).toHaveAccessibleName('W2: Finished 7, Failed 0')
  await page.keyboard.press('End')
  await expect(column('W4')).toBeFocused()
  await expect(chart.getByText('W4', { exact: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(chart.getByText('W4', { exact: true })).toHaveCount(1)
})

test('axe finds nothing on open components', async ({ page }) => {
  await page.getByRole('button', { name: 'Show a destructive toast' }).click()
  await expectAccessible(page, 'section[aria-label^="Notifications"] li')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expectAccessible(page, '[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await expectAccessible(page, '[role=listbox]')
  await page.keyboard.press('Escape')
  for (const name of ['Dialog with a form', 'Long dialog', 'Open drawer']) {
    await page.getByRole('button', { name }).click()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
  }
})

test('in forced colors choices, bars, badges and highlights can still be told apart', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const styleOf = (it: Locator) =>
    it.evaluate((node) => {
      const { backgroundColor, borderBottomColor } = getComputedStyle(node)
      return `${backgroundColor} ${borderBottomColor}`
    })
  const systemColor = (name: string) =>
    page.evaluate((color) => {
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = color
      const shown = getComputedStyle(sample).color
      sample.remove()
      return shown
    }, name)
  const highlight = await systemColor('Highlight')
  for (const [role, chosen, other] of [
    ['switch', 'On, disabled', 'Off, disabled'],
    ['checkbox', 'Checked, disabled', 'Disabled'],
    ['checkbox', 'Select all 24 coaches', 'Disabled'],
    ['tab', 'Overview', 'Recording'],
    ['link', 'Components', 'Users'],
    ['radio', 'System', 'Dark'],
  ] as const) {
    const named = (name: string) => page.getByRole(role, { name, exact: true }).first()
    expect.soft(await styleOf(named(chosen)), chosen).toContain(highlight)
    expect.soft(await styleOf(named(other)), other).not.toContain(highlight)
  }
  const tick = page.getByRole('checkbox', { name: 'Checked, disabled' }).locator('+ svg')
  await expect.soft(tick).toHaveCSS('stroke', await systemColor('HighlightText'))
  for (const bar of [
    page.getByRole('meter', { name: 'Burnout, medium' }),
    page.getByRole('progressbar', { name: 'Failed upload' }),
  ]) {
    expect.soft(await styleOf(bar.locator('> *'))).not.toBe(await styleOf(bar))
    await expect.soft(bar).toHaveCSS('outline-style', 'solid')
  }
  const swatch = (word: RegExp) =>
    page.getByRole('listitem').filter({ hasText: word }).locator('span')
  expect.soft(await styleOf(swatch(/^Failed$/))).not.toBe(await styleOf(swatch(/^Finished$/)))
  for (const it of [
    page.locator('[aria-hidden].animate-pulse').first(),
    page.getByText('Archived', { exact: true }).first(),
    page.getByRole('img', { name: 'Anna Holm', exact: true }),
    page.locator('div', { has: page.getByRole('button', { name: 'Exit Impersonation' }) }).last(),
  ])
    await expect.soft(it).toHaveCSS('border-top-width', '1px')
  await page.getByRole('combobox', { name: 'Session Type' }).first().click()
  await page.keyboard.press('ArrowDown')
  const options = await page.getByRole('option').all()
  const styles = await Promise.all(options.map(styleOf))
  expect(styles.filter((it) => it.includes(highlight))).toHaveLength(1)
})
