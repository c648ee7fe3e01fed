import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { dialog, system, toast } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { send, signIn } from '../journeys.ts'

const templates = '/api/admin/ai-prompt-templates'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

type Made = { id: string; name: string; type: string; isActive: boolean }
type Text = Made & { versionNumber: number; systemPrompt: string }

test('a template that fails a golden transcript is activated with a reason, which is in the audit log', async ({
  page,
}) => {
  await signIn(page, system)
  const name = `Preparation ${Date.now()}`
  const golden = `A quiet week ${Date.now()}`
  const { id } = await send<Made>(page, 'POST', templates, {
    ...{ name, type: 'session_preparation', systemPrompt: 'Be kind.' },
    userPromptTemplate: '{{preparationContext}}',
  })
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
  await expect(
    form.getByText('Enter what an answer must contain, or must not contain'),
  ).toBeVisible()
  await form.getByLabel('Name').fill(golden)
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Session preparation' }).click()
  await form.getByLabel('Transcript').fill('[00:00:00] Speaker 1: It was a quiet week.')
  await form.getByLabel('Required words').fill('a quiet week')
  await form.getByLabel('Forbidden words').fill('diagnosis')
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('button', { name: 'Add transcript' }).click()
  await expect(toast(page, 'Golden transcript added')).toBeVisible()
  await expect(page.getByText('42 characters · 1 required · 1 forbidden')).toBeVisible()

  await row(page, name)
    .getByRole('button', { name: `Activate ${name}` })
    .click()
  const question = dialog(page, `Activate ${name}?`)
  await expect(question.getByText('1 of 1 golden transcript failed.')).toBeVisible()
  await expect(question.getByText('“a quiet week” is not in it.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await question.getByRole('button', { name: 'Activate anyway' }).click()
  const reason = question.getByRole('textbox', { name: 'Why activate it anyway?' })
  await expect(question.getByText('Give a reason for activating it anyway')).toBeVisible()
  await expect(reason).toBeFocused()
  await page.keyboard.type('The expectation was too narrow.')
  await question.getByRole('button', { name: 'Activate anyway' }).click()
  await expect(toast(page, 'AI prompt template activated')).toBeVisible()
  await expect(row(page, name).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(page, name).getByText('1 failed', { exact: true })).toBeVisible()

  const log = await page.request.get(`/api/admin/audit-log?row=${id}&action=template-activated`)
  expect(await log.json()).toMatchObject([
    { details: { check: 'failed', reason: 'The expectation was too narrow.' } },
  ])

  // With corrected expectations the same prompts pass.
  await page.getByRole('button', { name: `Edit ${golden}` }).click()
  const edit = dialog(page, 'Edit golden transcript')
  await edit.getByLabel('Required words').fill('Preparation')
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
  await expect(page.getByRole('button', { name: 'Add transcript' })).toBeFocused()
  await send(page, 'DELETE', `${templates}/${id}`)
})

test('a new version of the active template is checked before it is used', async ({ page }) => {
  await signIn(page, system)
  const type = 'session_preparation'
  const name = `In use ${Date.now()}`
  const all = async () => (await (await page.request.get(templates)).json()) as Text[]
  const before = (await all()).find((it) => it.type === type && it.isActive)
  const golden = {
    ...{ name: `Any week ${Date.now()}`, type, transcript: 'Speaker 1: It was a quiet week.' },
    ...{ values: [], quotes: ['Preparation'], forbidden: [] as string[] },
  }
  const goldens = '/api/admin/golden-transcripts'
  const { id: goldenId } = await send<Made>(page, 'POST', goldens, golden)
  const prompts = { systemPrompt: 'Be kind.', userPromptTemplate: '{{preparationContext}}' }
  const { id } = await send<Made>(page, 'POST', templates, {
    name,
    type,
    ...prompts,
    isActive: true,
  })
  const now = async () => (await all()).find((it) => it.id === id)

  await page.goto(`/app/settings?tab=prompts&type=${type}`)
  const edit = async (words: string) => {
    await row(page, name)
      .getByRole('button', { name: `Edit ${name}` })
      .click()
    const form = dialog(page, 'Edit AI Prompt Template')
    await form.getByLabel('System Prompt').fill(words)
    await form.getByRole('button', { name: 'Update Template' }).click()
  }
  await edit('Be brief.')
  const second = dialog(page, `Use version 2 of ${name}?`)
  await expect(second.getByText('The golden transcript passed.')).toBeVisible()
  await second.getByText(golden.name).click()
  await expect(second.getByText(/version 1: passed/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, 'Version 2 saved but not in use')).toBeVisible()
  expect(await now()).toMatchObject({ versionNumber: 1, systemPrompt: 'Be kind.' })

  // It is listed among the versions and activated there.
  await row(page, name)
    .getByRole('button', { name: `Versions of ${name}` })
    .click()
  const versions = dialog(page, `Versions of ${name}`)
  const texts = versions
    .getByRole('region', { name: 'Versions', exact: true })
    .getByRole('listitem')
  await expect(texts).toHaveText([/Version 2 \(1\).*Not used yet/, /^Version 1Current/])
  await expect(versions.getByText('Added: Be brief.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await versions.getByRole('button', { name: 'Use version 2' }).click()
  await second.getByRole('button', { name: 'Use this version' }).click()
  await expect(toast(page, 'Version 2 is now in use')).toBeVisible()
  await expect(second).toBeHidden()
  expect(await now()).toMatchObject({ versionNumber: 2, systemPrompt: 'Be brief.' })

  // A failed version can be edited further, or activated with a reason.
  await send(page, 'PUT', `${goldens}/${goldenId}`, { ...golden, quotes: ['never said'] })
  await edit('Be short.')
  const third = dialog(page, `Use version 3 of ${name}?`)
  await expect(third.getByText('1 of 1 golden transcript failed.')).toBeVisible()
  await third.getByRole('button', { name: 'Keep editing' }).click()
  const form = dialog(page, 'Edit AI Prompt Template')
  await expect(form.getByLabel('System Prompt')).toHaveText('Be short.')
  await form.getByLabel('System Prompt').fill('Be short, please.')
  await form.getByRole('button', { name: 'Update Template' }).click()
  const fourth = dialog(page, `Use version 4 of ${name}?`)
  await fourth.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(fourth.getByText('Give a reason for using it anyway')).toBeVisible()
  await expect(fourth.getByRole('textbox', { name: 'Why use it anyway?' })).toBeFocused()
  await page.keyboard.type('Nobody says so.')
  await fourth.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(toast(page, 'Version 4 is now in use')).toBeVisible()
  expect(await now()).toMatchObject({ versionNumber: 4, systemPrompt: 'Be short, please.' })
  const log = await page.request.get(`/api/admin/audit-log?row=${id}&action=template-activated`)
  expect(await log.json()).toMatchObject([
    { details: { check: 'failed', reason: 'Nobody says so.', version: 4 } },
    { details: { check: 'passed', version: 2 } },
    { details: { version: 1 } },
  ])

  await send(page, 'POST', `${templates}/${before?.id}/activate`)
  await send(page, 'DELETE', `${templates}/${id}`)
  await send(page, 'DELETE', `${goldens}/${goldenId}`)
})
