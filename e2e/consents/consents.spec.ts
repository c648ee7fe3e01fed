import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { newEmployee, system } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { askAs, busyCoach, drawer, ownOrigin, signIn } from '../journeys.ts'

async function newSession(clientId: string) {
  const sessionId = await askAs(busyCoach, async (api) => {
    const plan = await api.get(`/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`)
    const { sessionDefinitions } = (await plan.json()) as { sessionDefinitions: { id: string }[] }
    const answer = await api.post(`/api/clients/${clientId}/scheduled-sessions`, {
      data: {
        sessionDefinitionId: sessionDefinitions[0]?.id,
        sessionDate: new Date(Date.now() - 1_000).toISOString(),
      },
      headers: { origin: ownOrigin() },
    })
    return ((await answer.json()) as { sessions: { id: string }[] }).sessions[0]?.id
  })
  return `/app/clients/${clientId}?session=${sessionId}`
}

const asked = (page: Page) => page.getByRole('dialog', { name: 'How may your sessions be used?' })
const choice = (page: Page, name: string) => page.getByRole('switch', { name })

test('a new client is asked once, decides later, and then gives and withdraws', async ({
  page,
  signInOther,
}) => {
  const client = await newEmployee(page, 'Undecided')
  const own = await signInOther(client.email)
  await own.goto('/app')
  await expect(choice(own, 'Recording of sessions')).not.toBeChecked()
  await expectAccessible(own, '[role=dialog]')
  await asked(own).getByRole('button', { name: 'Decide later' }).click()
  await expect(asked(own)).toHaveCount(0)
  await own.reload()
  await expect(own.getByText('Choose how your sessions may be used.')).toBeVisible()
  await expect(asked(own)).toHaveCount(0)

  await own.getByRole('link', { name: 'Review your choices' }).click()
  await expect(own.getByRole('heading', { name: 'Your privacy', level: 1 })).toBeVisible()
  await choice(own, 'Recording of sessions').click()
  await expect(own.getByText(/^Agreed by Vera Undecided, /).first()).toBeVisible()
  await expectAccessible(own, 'main')
  await choice(own, 'Recording of sessions').click()
  await expect(own.getByText(/^Declined by Vera Undecided, /).first()).toBeVisible()
  await own.getByText('All decisions').click()
  await expect(own.getByText(/Version 1 of the text\.$/)).toHaveCount(2)
})

test('a client decides on each purpose at the first visit', async ({ page, signInOther }) => {
  const client = await newEmployee(page, 'Decided')
  const own = await signInOther(client.email)
  await own.goto(`/app/my-plan/${client.clientId}`)
  await choice(own, 'Recording of sessions').click()
  await choice(own, 'Figures of the organization').click()
  await asked(own).getByRole('button', { name: 'Save' }).click()
  await expect(asked(own)).toHaveCount(0)
  await own.goto('/app/privacy')
  await expect(choice(own, 'Recording of sessions')).toBeChecked()
  await expect(choice(own, 'Analysis by an outside model')).not.toBeChecked()
  await expect(choice(own, 'Figures of the organization')).toBeChecked()
  await expect(own.getByText('Choose how your sessions may be used.')).toHaveCount(0)
})

test('a coach sees the consents and records one given in a session, and the client withdraws it', async ({
  page,
  signInOther,
}) => {
  const client = await newEmployee(page, 'Spoken')
  const plan = await newSession(client.clientId)
  await signIn(page, busyCoach)
  await page.goto(plan)
  const says = drawer(page)
    .getByRole('region', { name: 'Next step' })
    .getByText('The client has not agreed to being recorded.')
  await expect(says).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Upload a recording' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Show consents' }).click()
  const consents = page.getByRole('dialog', { name: 'Consents' })
  await consents
    .getByRole('button', { name: 'Client agreed in the session: Recording of sessions' })
    .click()
  await expect(
    consents.getByText(/^Agreed: said in a session, noted by Karin Ekström, /),
  ).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await consents.getByRole('button', { name: 'Close' }).click()
  await expect(drawer(page).getByRole('button', { name: 'Upload a recording' })).toBeVisible()

  const own = await signInOther(client.email)
  await own.goto('/app/privacy')
  await own.getByRole('button', { name: 'Undo: Recording of sessions' }).click()
  await expect(own.getByText(/^Undone by Vera Spoken, /).first()).toBeVisible()
  // The open plan is updated.
  await expect(says).toBeVisible()
})

test('an administrator changes a consent text, and the client sees that it was changed', async ({
  page,
  signInOther,
}) => {
  const client = await newEmployee(page, 'Reader')
  const own = await signInOther(client.email)
  await own.goto('/app')
  await choice(own, 'Figures of the organization').click()
  await asked(own).getByRole('button', { name: 'Save' }).click()
  await expect(asked(own)).toHaveCount(0)
  await signIn(page, system)
  await page.goto('/app/settings')
  const card = page.getByRole('region', { name: 'Consent texts' })
  await card.getByRole('button', { name: 'Edit: Figures of the organization' }).click()
  const form = page.getByRole('dialog', { name: 'Figures of the organization' })
  await form.getByLabel('Summary').fill('You may be counted, together with others.')
  await form.getByRole('button', { name: 'Save as new version' }).click()
  await expect(form).toBeHidden()
  await expect(card.getByText(/^Version 2, /)).toBeVisible()
  await expectAccessible(page, 'main')
  await own.goto('/app/privacy')
  await expect(own.getByText('You may be counted, together with others.')).toBeVisible()
  await expect(
    own.getByText(/The text was changed on .+; your decision still counts\./),
  ).toBeVisible()
})
