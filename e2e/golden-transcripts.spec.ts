import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { dialog, system, toast } from './administration.ts'
import { expect, test } from './journey.ts'
import { ownOrigin, signIn } from './journeys.ts'

const templates = '/api/admin/ai-prompt-templates'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const headers = () => ({ origin: ownOrigin() })
type Made = { id: string; name: string; type: string; isActive: boolean }

test('a template that fails on a golden transcript is activated for a reason, which the audit log tells', async ({
  page,
}) => {
  await signIn(page, system)
  const name = `Preparation ${Date.now()}`
  const golden = `A quiet week ${Date.now()}`
  const { id } = (await (
    await page.request.post(templates, {
      headers: headers(),
      data: {
        ...{ name, type: 'session_preparation', systemPrompt: 'Be kind.' },
        userPromptTemplate: '{{preparationContext}}',
      },
    })
  ).json()) as Made
  const before = ((await (await page.request.get(templates)).json()) as Made[]).find(
    (it) => it.type === 'session_preparation' && it.isActive,
  )

  await page.goto('/app/settings?tab=prompts&type=session_preparation')
  await expect(row(page, name).getByText('Not checked')).toBeVisible()
  await page.getByText('Golden transcripts', { exact: true }).click()
  await expect(page.getByText('Two numbers and one wish')).toBeVisible()
  await page.getByRole('button', { name: 'Add transcript' }).click()
  const form = dialog(page, 'Add golden transcript')
  await form.getByRole('button', { name: 'Add transcript' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await expect(form.getByText('Say what an answer must hold, or must not')).toBeVisible()
  await form.getByLabel('Name').fill(golden)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Session preparation' }).click()
  await form.getByLabel('Transcript').fill('[00:00:00] Speaker 1: It was a quiet week.')
  await form.getByLabel('Words that must be in it').fill('a quiet week')
  await form.getByLabel('Words that must not be in it').fill('diagnosis')
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('button', { name: 'Add transcript' }).click()
  await expect(toast(page, 'Golden transcript added')).toBeVisible()
  await expect(
    page.getByText('42 characters · 1 that must be in it · 1 that must not'),
  ).toBeVisible()

  await row(page, name)
    .getByRole('button', { name: `Activate ${name}` })
    .click()
  const question = dialog(page, `Activate ${name}?`)
  await expect(question.getByText('1 of 1 golden transcript failed.')).toBeVisible()
  await expect(question.getByText('“a quiet week” is not in it.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await question.getByRole('button', { name: 'Activate all the same' }).click()
  const reason = question.getByRole('textbox', { name: 'Why is it activated in spite of this?' })
  await expect(question.getByText('Say why it is activated in spite of this')).toBeVisible()
  await expect(reason).toBeFocused()
  await page.keyboard.type('The expectation was too narrow.')
  await question.getByRole('button', { name: 'Activate all the same' }).click()
  await expect(toast(page, 'AI prompt template activated')).toBeVisible()
  await expect(row(page, name).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(page, name).getByText('1 failed', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const log = await page.request.get(`/api/admin/audit-log?row=${id}&action=template-activated`)
  expect(await log.json()).toMatchObject([
    { details: { check: 'failed', reason: 'The expectation was too narrow.' } },
  ])

  // With what it expects put right, the same prompts pass.
  await page.getByRole('button', { name: `Edit ${golden}` }).click()
  const edit = dialog(page, 'Edit golden transcript')
  await edit.getByLabel('Words that must be in it').fill('Preparation')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Golden transcript saved')).toBeVisible()
  await row(page, before?.name ?? '')
    .getByRole('button', { name: /^Activate/ })
    .click()
  const back = dialog(page, `Activate ${before?.name}?`)
  await expect(back.getByText('The golden transcript passed.')).toBeVisible()
  await back.getByText(golden).click()
  await expect(back.getByText('Nothing has changed here.')).toBeVisible()
  await back.getByRole('button', { name: 'Activate template' }).click()
  await expect(row(page, before?.name ?? '').getByText('Active', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Delete ${golden}` }).click()
  await page
    .getByRole('alertdialog', { name: `Delete ${golden}?` })
    .getByRole('button', { name: 'Delete transcript' })
    .click()
  await expect(toast(page, 'Golden transcript deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit ${golden}` })).toHaveCount(0)
  expect((await page.request.delete(`${templates}/${id}`, { headers: headers() })).ok()).toBe(true)
})
