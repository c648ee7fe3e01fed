import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { findRecorded, signIn } from '../journeys.ts'

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const choose = (menu: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const row = (page: Page) => page.locator('tbody tr[data-index]').first().click()

type Opening = { at: string; open?: (page: Page) => Promise<unknown> }

/** Dialogs and drawers by who opens them. `{session}` is the address of a recorded session, `{plan}` that of its plan. */
const openings: Record<string, Opening[]> = {
  coach: [
    { at: '{session}&tab=overview' },
    { at: '{session}&tab=recording' },
    { at: '{session}&tab=transcripts' },
    { at: '{plan}', open: press('+ Add session') },
    { at: '{plan}', open: press('+ Add home assignment') },
    { at: '{plan}', open: choose('More for this plan', 'Set risk level') },
    { at: '{plan}', open: choose('More for this plan', 'Consents') },
    { at: '{plan}', open: choose('More for this plan', 'Language and names') },
    { at: '{plan}', open: choose('More for this plan', 'End coaching') },
    { at: '/app', open: (page) => page.keyboard.press('ControlOrMeta+k') },
    { at: '/app', open: (page) => page.getByRole('button', { name: 'Notifications' }).click() },
  ],
  system: [
    ...['Dialog with a form', 'Form changed by someone else', 'Long dialog'].map((name) => ({
      at: '/app/components',
      open: press(name),
    })),
    { at: '/app/components', open: press('Confirm a deletion') },
    { at: '/app/components', open: press('Open drawer') },
    { at: '/app/users', open: press(/^Edit/) },
    { at: '/app/users', open: press(/^Add/) },
    { at: '/app/coaches', open: press('Add Coach') },
    { at: '/app/organizations', open: press('Add Organization') },
    { at: '/app/audit-log', open: press(/^Details/) },
    { at: '/app/settings?tab=prompts', open: press('Add Template') },
    { at: '/app/settings?tab=executions', open: row },
    { at: '/app/settings?tab=integrations', open: press(/^Add provider/) },
    { at: '/app/settings?tab=session-types', open: press(/^Add/) },
  ],
}

/** Presses Tab from the open dialog until it comes round; returns what it did not reach. */
async function tabThrough(page: Page) {
  await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const seen = new Set<Element>()
    let last: Element | null
    let stays = 0
    const controls = 'a[href], button, input, select, textarea, [tabindex]'
    Object.assign(globalThis, {
      /** Undefined at an element again. A date has a stop for each of its parts. */
      note: () => {
        const { activeElement: focused } = document
        stays = focused === last ? stays + 1 : 0
        if (!focused || stays > 4 || (!stays && seen.has(focused))) return undefined
        last = focused
        seen.add(focused)
        return { isInside: dialog?.contains(focused), name: focused.outerHTML.slice(0, 200) }
      },
      missed: () =>
        [...(dialog?.querySelectorAll<HTMLElement & { type?: string }>(controls) ?? [])]
          .filter((it) => it.tabIndex >= 0 && !it.matches(':disabled') && it.type !== 'radio')
          .filter((it) => it.checkVisibility({ visibilityProperty: true }))
          // A list of tabs passes the focus on to one of them.
          .filter((it) => ![...seen].some((reached) => it.contains(reached)))
          .map((it) => it.outerHTML.slice(0, 200)),
    })
  })
  type Walk = {
    note: () => { isInside: boolean; name: string } | undefined
    missed: () => string[]
  }
  for (;;) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => (globalThis as unknown as Walk).note())
    if (!at) break
    expect(at.isInside, at.name).toBe(true)
  }
  return page.evaluate(() => (globalThis as unknown as Walk).missed())
}

for (const [who, dialogs] of Object.entries(openings))
  test(`Tab reaches everything in each dialog and drawer of ${who}, and Escape leaves it`, async ({
    page,
  }) => {
    await signIn(page, `${who}@demo.maylab.test`)
    const session = who === 'coach' ? (await findRecorded(page, 'Sarah Lindqvist')).url : ''
    const [plan = ''] = session.split('?')
    for (const { at, open } of dialogs) {
      await test.step(`${at} ${open?.toString() ?? ''}`, async () => {
        await page.goto(at.replace('{session}', session).replace('{plan}', plan))
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeAttached()
        await open?.(page)
        const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
        await expect(dialog).toBeVisible()
        await page.waitForLoadState('networkidle')
        expect(await tabThrough(page), `not reached at ${at}`).toEqual([])
        // A tooltip or the list of a field takes the first.
        await expect(async () => {
          await page.keyboard.press('Escape')
          await expect(dialog).toBeHidden({ timeout: 500 })
        }).toPass()
        expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
      })
    }
  })
