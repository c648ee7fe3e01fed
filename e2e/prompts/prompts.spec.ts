import type { Page, Route } from '@playwright/test'
import { placeholderNames } from '../../contract/prompts/placeholders.ts'
import { expectAccessible } from '../accessibility.ts'
import { dialog, system, toast } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { send, signIn } from '../journeys.ts'

const creating = (page: Page) => dialog(page, 'Create AI Prompt Template')
const editing = (page: Page) => dialog(page, 'Edit AI Prompt Template')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const offered = (page: Page) => page.getByRole('listbox', { name: 'Completions' })
const uniqueName = (name: string) => `${name} ${Date.now()}`

async function openPrompts(page: Page, query = '') {
  await page.goto(`/app/settings?tab=prompts${query}`)
  await expect(page.getByRole('heading', { name: 'AI Prompts' })).toBeVisible()
}

const templates = '/api/admin/ai-prompt-templates'
type Made = { id: string; name: string; rowVersion: number }

/** Creates a template. */
const makeTemplate = (page: Page) =>
  send<Made>(page, 'POST', templates, {
    ...{ name: uniqueName('Own template'), type: 'session_preparation' },
    ...{ systemPrompt: 'Be kind.\nTell the truth.', userPromptTemplate: '{{preparationContext}}' },
  })
const removeTemplate = (page: Page, { id }: Made) => send(page, 'DELETE', `${templates}/${id}`)

/** Without golden transcripts of this type nothing can fail. */
const activateChecked = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Activate template' }).click()

async function chooseSession(page: Page) {
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Session' }).click()
  await page
    .getByRole('option', { name: /Weekly coaching/ })
    .first()
    .click()
}

/** Aborts the next change of a template. */
async function failOnce(page: Page) {
  const fail = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await route.abort()
    await page.unroute(/ai-prompt-templates/, fail)
  }
  await page.route(/ai-prompt-templates/, fail)
}

test.beforeEach(({ page }) => signIn(page, system))

test('a template is written with known placeholders, tried, activated and deleted', async ({
  page,
}) => {
  const name = uniqueName('Careful estimate')
  await openPrompts(page)
  await page.getByRole('button', { name: 'Add Template' }).click()
  const form = creating(page)
  const [systemPrompt, userPrompt] = [
    form.getByRole('textbox', { name: 'System Prompt' }),
    form.getByRole('textbox', { name: 'User Prompt Template' }),
  ]
  await form.getByRole('button', { name: 'Create Template' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await expect(form.getByText('System prompt is required')).toBeVisible()
  await expect(form.getByText('User prompt template is required')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill(name)

  await systemPrompt.click()
  await page.keyboard.type('Write to {{firstNme}}.')
  await page.keyboard.press('Tab')
  await expect(userPrompt).toBeFocused()
  await expect(form.getByText('{{firstNme}} is not a known placeholder')).toBeVisible()
  await expect(systemPrompt).toHaveAccessibleDescription('{{firstNme}} is not a known placeholder')

  // By keyboard, and by mouse.
  await page.keyboard.type('Say {{audioTr')
  await expect(offered(page).getByRole('option', { name: /audioTranscript/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(userPrompt).toHaveText('Say {{audioTranscript}}')
  await page.keyboard.type(' of {{')
  await expect(offered(page).getByRole('option')).toHaveCount(placeholderNames.size)
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(offered(page)).toBeHidden()
  await page.keyboard.type('riskL')
  await offered(page)
    .getByRole('option', { name: /riskLevel/ })
    .click()
  await expect(userPrompt).toHaveText('Say {{audioTranscript}} of {{riskLevel}}')

  await chooseSession(page)
  await form.getByRole('button', { name: 'Preview' }).click()
  await expect(form.getByText('Unknown, left unchanged')).toBeVisible()
  await expect(form.getByRole('region', { name: 'System prompt as sent' })).toHaveText(
    'Write to {{firstNme}}.',
  )
  const sent = form.getByRole('region', { name: 'User prompt as sent' })
  // The raw transcript, or the conversation.
  await expect(sent).toContainText(/^Say (\[\d\d:\d\d:\d\d\]|Coach: )/)
  await expect(sent).not.toContainText('{{')
  await systemPrompt.fill('Write to {{firstName}} of {{coachCity}}.')
  await expect(form.getByText('The prompts have changed since.')).toBeVisible()
  await expect(form.getByText('{{firstNme}} is not a known placeholder')).toBeHidden()

  await expect(form.getByLabel('AI provider')).toContainText('active')
  await form.getByRole('button', { name: 'Try it' }).click()
  await expect(form.getByRole('region', { name: 'Answer' })).toContainText('Coach: ')
  await expect(form.getByText(/^[\d,]+ ms$/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await form.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Burnout assessment' }).click()
  await form.getByRole('switch', { name: 'Active' }).click()
  await failOnce(page)
  await form.getByRole('button', { name: 'Create Template' }).click()
  await expect(toast(page, 'Failed to create AI prompt template')).toBeVisible()
  await form.getByRole('button', { name: 'Create Template' }).click()
  await expect(toast(page, 'AI prompt template created')).toBeVisible()
  await expect(form).toBeHidden()
  // A new template is active only after it was checked.
  const first = dialog(page, `Activate ${name}?`)
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(first).toBeHidden()
  await expect(row(page, name)).toContainText('Burnout assessment')
  await expect(row(page, name).getByText('Active', { exact: true })).toHaveCount(0)

  const before = row(page, 'Burnout estimate')
  await row(page, name)
    .getByRole('button', { name: `Activate ${name}` })
    .click()
  await expect(page.getByRole('button', { name: 'Activate template' })).toBeVisible()
  await failOnce(page)
  await activateChecked(page)
  await expect(toast(page, 'Failed to activate AI prompt template')).toBeVisible()
  await activateChecked(page)
  await expect(toast(page, 'AI prompt template activated')).toBeVisible()
  await expect(row(page, name).getByText('Active', { exact: true })).toBeVisible()
  await row(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  const why = dialog(page, `${name} cannot be deleted`)
  await expect(why).toContainText('Activate another one of this type first.')
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await before.getByRole('button', { name: /^Activate/ }).click()
  await activateChecked(page)
  await expect(before.getByText('Active', { exact: true })).toBeVisible()
  await row(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('Its prompts will be deleted.')
  await failOnce(page)
  await question.getByRole('button', { name: 'Delete template' }).click()
  await expect(toast(page, 'Failed to delete AI prompt template')).toBeVisible()
  await question.getByRole('button', { name: 'Delete template' }).click()
  await expect(toast(page, 'AI prompt template deleted')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Template' })).toBeFocused()
})

test('an edit keeps the former version, which can be restored and undone', async ({ page }) => {
  const made = await makeTemplate(page)
  const { name } = made
  await openPrompts(page, '&type=session_preparation')
  await row(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click()
  const form = editing(page)
  await expect(form.getByLabel('System Prompt')).toHaveText('Be kind.Tell the truth.')
  await form.getByLabel('System Prompt').fill('Be kind.\nTell the whole truth.')
  await form.getByLabel('Version').fill('beta')
  await form.getByRole('button', { name: 'Update Template' }).click()
  await expect(toast(page, 'AI prompt template updated')).toBeVisible()
  await row(page, name)
    .getByRole('button', { name: `Versions of ${name}` })
    .click()
  const versions = dialog(page, `Versions of ${name}`)
  const texts = versions
    .getByRole('region', { name: 'Versions', exact: true })
    .getByRole('listitem')
  await expect(texts).toHaveText([/Version 2 \(beta\).*Current.*Ingrid Holm/, /^Version 1/])
  const changes = versions.getByRole('region', { name: 'Changes of System prompt' })
  await expect(changes.getByText('Removed: Tell the truth.')).toBeVisible()
  await expect(changes.getByText('Added: Tell the whole truth.')).toBeVisible()
  await expect(versions.getByText('Nothing has changed here.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(toast(page, 'Version 1 restored')).toBeVisible()
  await expect(texts.first()).toContainText('Version 3 (1)')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Version 2 restored')).toBeVisible()
  await expect(texts.first()).toContainText('Version 4 (beta)')
  await versions.getByLabel('From').click()
  await page.getByRole('option', { name: 'Version 2 (beta)' }).click()
  await expect(versions.getByText('Nothing has changed here.')).toHaveCount(2)
  await removeTemplate(page, made)
})

test('placeholders are listed with their value for a session and copied by a click', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPrompts(page, '&type=burnout_assessment')
  await page.getByRole('button', { name: 'Add Template' }).click()
  const form = creating(page)
  await expect(form.getByLabel('Type')).toHaveText('Burnout assessment')
  await form.getByText('Available Placeholder Variables').click()
  await expect(form.getByText(/Placeholders are mapped to real data/)).toBeVisible()
  const groups = ['Client', 'User', 'Session', 'Organization', 'Coach', 'History', 'Metrics']
  for (const group of [...groups, 'Assignments', 'Time', 'Raw inputs', 'Usage examples'])
    await expect(form.getByRole('heading', { name: group, exact: true })).toBeVisible()
  await expect(form.getByRole('button', { name: /^Copy \{\{/ })).toHaveCount(placeholderNames.size)
  await form.getByRole('button', { name: /^Copy \{\{riskLevel/ }).click()
  await expect(toast(page, 'Copied!')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{{riskLevel}}')
  await chooseSession(page)
  await expect(form.getByRole('button', { name: /^Copy \{\{sessionType/ })).toContainText(
    'Now: digital',
  )
  // Choosing a session does not submit the template.
  await form.getByRole('combobox', { name: 'Session' }).press('Enter')
  await expect(form.getByText('Name is required')).toHaveCount(0)
  await expectAccessible(page, '[role=dialog]')
})

test('the type is in the address', async ({ page }) => {
  await openPrompts(page)
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Metric extraction' }).click()
  await expect(page).toHaveURL(/type=metric_extraction/)
  await page.reload()
  await expect(row(page, 'Metrics from conversation')).toBeVisible()
  await expect(row(page, 'Conversation from transcript')).toHaveCount(0)
})
