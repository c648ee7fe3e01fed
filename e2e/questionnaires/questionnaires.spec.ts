import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, dayFromNow, openPlan, signIn, toasts, unfold } from '../journeys.ts'

const phone = { width: 390, height: 844 }

/** Clients with their own accounts, used by no other journey. */
const ebba = { name: 'Ebba Rosén', email: 'ebba.rosen@demo.maylab.test' }
const marta = { name: 'Marta Kowalska', email: 'marta.kowalska@demo.maylab.test' }
const lars = { name: 'Lars Öberg', email: 'lars.oberg@demo.maylab.test' }

type NewAssignment = { title: RegExp; note?: string; times?: number }
async function assign(page: Page, { title, note, times }: NewAssignment) {
  await page.getByRole('button', { name: '+ Assign questionnaire' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign questionnaire' })
  await dialog.getByRole('combobox', { name: 'Questionnaire' }).click()
  await page.getByRole('option', { name: title }).click()
  await dialog.getByLabel('Due date').fill(dayFromNow(3))
  if (times) await dialog.getByLabel('How often').fill(String(times))
  if (note) await dialog.getByLabel('Note').fill(note)
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Assign questionnaire' }).dblclick()
  await expect(dialog).toBeHidden()
}
const section = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Questionnaires', exact: true }) })
/** It is rendered when it is near the viewport. */
async function seeSection(page: Page) {
  const before = page.getByRole('heading', { name: 'Overall burnout risk assessment' })
  await before.scrollIntoViewIfNeeded()
  await section(page).scrollIntoViewIfNeeded()
}
const question = (page: Page, place: number, of: number) =>
  page.getByRole('progressbar', { name: `Question ${place} of ${of}` })
async function answerAll(page: Page, labels: readonly string[], from = 1) {
  for (const [index, label] of labels.entries()) {
    await expect(question(page, from + index, from - 1 + labels.length)).toBeVisible()
    await page.getByRole('button', { name: label, exact: true }).click()
  }
}

test('a client answers on a phone and on another device, and the coach sees the result', async ({
  page,
  signInOther,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, ebba.name)
  await page.getByRole('button', { name: '+ Assign questionnaire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign questionnaire' }).click()
  await expect(page.getByText('Questionnaire is required')).toBeVisible()
  await page.keyboard.press('Escape')
  await assign(page, { title: /personal burnout/, note: 'Before we meet.' })
  await expect(toasts(page)).toContainText('Questionnaire assigned')
  await seeSection(page)
  await expect(section(page)).toContainText('Not started')

  const own = await signInOther(ebba.email)
  await own.setViewportSize(phone)
  await own.goto('/app')
  await own.getByRole('link', { name: /^Answer: .*personal burnout$/ }).click()
  await expect(own.getByText('Before we meet.')).toBeVisible()
  await expect(own.getByText(/Kristensen TS/)).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Begin' }).click()
  await own.getByRole('button', { name: 'Always' }).click()
  await expect(question(own, 2, 6)).toBeVisible()
  await expectAccessible(own)
  // By keyboard: the second answer, and back to it.
  await own.keyboard.press('2')
  await expect(question(own, 3, 6)).toBeVisible()
  await own.keyboard.press('ArrowLeft')
  await expect(own.getByRole('button', { name: 'Often', pressed: true })).toBeVisible()
  await own.getByRole('button', { name: 'Next' }).click()
  await expect(section(page)).toContainText('Started')

  await own.reload()
  await expect(question(own, 3, 6)).toBeVisible()
  const elsewhere = await signInOther(ebba.email)
  await elsewhere.goto(own.url())
  await expect(question(elsewhere, 3, 6)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Skip' }).click()
  // An answer that was skipped is sent first.
  const saved = elsewhere.waitForResponse(
    (it) =>
      it.url().endsWith('/answers') &&
      (it.request().postDataJSON() as { value: number | null }).value !== null,
  )
  await elsewhere.getByRole('button', { name: 'Always' }).click()
  await expect(question(elsewhere, 5, 6)).toBeVisible()
  await saved
  await elsewhere.close()

  // An answer given offline is kept, and saved when the connection returns.
  await own.reload()
  await expect(question(own, 5, 6)).toBeVisible()
  await own.route('**/answers', (route) => route.abort())
  await own.getByRole('button', { name: 'Always' }).click()
  await expect(own.getByText('The server cannot be reached.')).toBeVisible()
  await own.unroute('**/answers')
  await own.getByRole('button', { name: 'Always' }).click()
  await expect(own.getByRole('heading', { name: 'That was the last question' })).toBeVisible()
  await expect(own.getByText('You skipped 1 of 6 questions.')).toBeVisible()
  await expect(own.getByText('The server cannot be reached.')).toBeHidden({ timeout: 20_000 })
  await expectAccessible(own)
  await own.getByRole('button', { name: 'Send to Karin Ekström' }).click()
  await expect(own.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('link', { name: 'Back to your plan' }).click()
  const cell = (of: Page) =>
    of.getByRole('button', { name: /^CBI personal, week \d+: 95 \(high\)/ })
  await unfold(own, 'Week by week')
  await seeSection(own)
  await expect(cell(own)).toBeVisible()
  await own.close()

  await expect(cell(page)).toBeVisible()
  await cell(page).click()
  const results = page.getByRole('dialog', { name: /personal burnout/ })
  await results.getByRole('button', { name: 'Show answers' }).click()
  await expect(results.getByText('Skipped')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  // The demo coach entered a lower value for the same week.
  await expect(page.getByText('The questionnaire and another estimate differ.')).toBeVisible()
  await page.getByRole('button', { name: /^Burnout risk, week \d+: 95 \(high\)$/ }).click()
  await expect(page.getByRole('dialog')).toContainText('From the questionnaire CBI personal')
  await expect(page.getByRole('dialog')).toContainText('Entered by')
})

test('a worrying answer shows whom to call at once, and marks the plan until it is acknowledged', async ({
  page,
  signInOther,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, lars.name)
  await assign(page, { title: /PHQ-9/ })
  const own = await signInOther(lars.email)
  await own.setViewportSize(phone)
  await own.goto('/app')
  await own.getByRole('link', { name: /^Answer: .*PHQ-9/ }).click()
  await own.getByRole('button', { name: 'Begin' }).click()
  // The second tap of a double tap does not answer the next question.
  await own.getByRole('button', { name: 'Not at all', exact: true }).dblclick()
  await expect(question(own, 2, 9)).toBeVisible()
  await expect(own.getByRole('button', { name: 'Skip' })).toBeEnabled()
  await answerAll(own, [...Array<string>(7).fill('Not at all')].concat('Several days'), 2)
  const help = own.getByRole('region', { name: 'You don’t have to be alone with this' })
  await expect(
    help.getByRole('link', { name: 'Call Självmordslinjen, Mind: 90101' }),
  ).toHaveAttribute('href', 'tel:90101')
  await expect(help.getByRole('link', { name: 'Call the emergency number: 112' })).toBeVisible()
  // On a phone the number is in view, above the next button.
  const call = help.getByRole('link', { name: /^Call Självmordslinjen/ })
  await expect(call).toBeInViewport()
  const topOf = async (it: Locator) => (await it.boundingBox())?.y ?? Number.NaN
  expect(await topOf(call)).toBeLessThan(await topOf(own.getByRole('button', { name: 'Next' })))
  // A new installation cannot send email.
  await expect(help).toContainText('No email could be sent, but Karin Ekström will see')
  await expectAccessible(own)

  // Without an assignment, nothing below the numbers says that all is well.
  const home = await own.context().newPage()
  await home.route('**/api/my-client-data', async (route) => {
    const response = await route.fetch()
    const plans = (await response.json()) as object[]
    await route.fulfill({ response, json: plans.map((it) => ({ ...it, nextStep: null })) })
  })
  await home.goto('/app')
  await expect(home.getByText('Call one of the numbers above, or someone you trust.')).toBeVisible()
  await expect(home.getByText(/quiet moment|Nothing to do/)).toHaveCount(0)
  await home.close()

  // The coach sees it before the questionnaire is sent.
  const notice = page.getByText(/^Thoughts of self-harm in PHQ-9, /)
  await expect(notice).toBeVisible()
  await expect(page.getByText('Not yet acknowledged. Level by score: ')).toBeVisible()
  await expectAccessible(page, 'main')
  // The coach's day starts with it and links to the plan.
  await page.goto('/app')
  const marked = page.getByRole('region', { name: 'What should not wait' })
  await marked.getByRole('link', { name: lars.name }).click()
  await expect(notice).toBeVisible()
  await page.goto(`/app/clients?q=${encodeURIComponent(lars.name)}`)
  const row = page.getByRole('row', { name: new RegExp(lars.name) })
  await expect(row).toContainText('Look today')
  await expect(row).toContainText('Concern')
  await openPlan(page, lars.name)
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  const dialog = page.getByRole('dialog', { name: 'An answer that should not wait' })
  await expect(
    dialog.getByText('No message could be sent to Karin Ekström, but it’s among their notices.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByText('Say what you did')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('What you did').fill('Called, and we meet tomorrow.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('heading', { name: lars.name, level: 1 })).toBeFocused()
  await seeSection(page)
  await expect(section(page)).toContainText('Called, and we meet tomorrow.')
  await expect(section(page)).toContainText('Karin Ekström')

  await own.getByRole('button', { name: 'Next' }).click()
  await own.getByRole('button', { name: 'Send to Karin Ekström' }).click()
  await expect(own.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(own.getByText(/^Your answers have been saved, but no email/)).toBeVisible()
  await expect(help).toBeVisible()
  // Acknowledged by now.
  await own.goto('/app')
  await expect(own.getByRole('heading', { name: 'My Health Plan' })).toBeVisible()
  await expect(help).toBeHidden()
  await own.close()
})

test('a client declines a questionnaire, and a coach withdraws a series', async ({
  page,
  signInOther,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, marta.name)
  await assign(page, { title: /GAD-7/, times: 3 })
  await seeSection(page)
  await expect(section(page).getByText('Not open yet', { exact: true })).toHaveCount(2)
  const own = await signInOther(marta.email)
  await own.goto('/app')
  await own.getByRole('link', { name: /^Answer: .*GAD-7/ }).click()
  await own.getByRole('button', { name: 'I would rather not answer' }).click()
  await expectAccessible(own, '[role=alertdialog]')
  await own.getByRole('button', { name: 'Decline questionnaire' }).click()
  await expect(own.getByRole('heading', { name: 'You declined this questionnaire' })).toBeVisible()
  await expect(section(page)).toContainText('Declined')

  await section(page)
    .getByRole('button', { name: /^Withdraw: / })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('combobox', { name: 'Apply to' }).click()
  await page.getByRole('option', { name: 'This one and the 1 after it' }).click()
  await expectAccessible(page, '[role=alertdialog]')
  await dialog.getByRole('button', { name: 'Withdraw questionnaire' }).click()
  await expect(section(page).getByText(/^Withdrawn/)).toHaveCount(2)
  await own.goto('/app')
  await expect(own.getByRole('heading', { name: 'My Health Plan' })).toBeVisible()
  await expect(own.getByRole('link', { name: /^Answer: / })).toHaveCount(0)
  await own.close()
})

test('a family member without an account cannot be assigned a questionnaire', async ({ page }) => {
  await signIn(page)
  await openPlan(page, 'Nora Lindqvist')
  await page.getByRole('button', { name: '+ Assign questionnaire' }).click()
  await expect(page.getByRole('dialog')).toContainText('Clients answer questionnaires themselves')
  await expectAccessible(page, '[role=dialog]')
})
