import path from 'node:path'
import type { Page } from '@playwright/test'
import type { SessionsAndMetrics } from '../../contract/sessions/sessions.ts'
import { openDb } from '../../server/platform/db/db.ts'
import { socketFolder } from '../../server/platform/db/embedded/embedded-platform.ts'
import { queueJob } from '../../server/test/queue-job.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { clientIdOf, drawer, newClientOf, openPlan, openTab, signIn, toasts } from '../journeys.ts'
import { OwnServer } from '../server.ts'

const rule = (page: Page, label: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const keepSwitch = (page: Page) => drawer(page).getByRole('switch', { name: 'Keep this session' })

/** Starts the job that runs once an hour. */
async function purge(dataDir: string) {
  const socket = encodeURIComponent(socketFolder(path.join(dataDir, 'database')))
  const { db } = openDb(`postgres://postgres@/app?host=${socket}&port=5432`, () => undefined, 1)
  await queueJob(db, 'purge', {})
  await db.destroy()
}

test('a rule shows what it deletes, spares a kept session, and open plans learn what was deleted', async ({
  page,
  signInOther,
}, { outputDir }) => {
  const dataDir = path.join(outputDir, 'data')
  const server = new OwnServer({ dataDir })
  await server.start()
  try {
    const { origin } = server
    await signIn(page, 'coach@demo.maylab.test', origin)
    const clientId = await clientIdOf(page, 'Sarah Lindqvist', origin)
    const answer = await page.request.get(
      `${origin}/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
    )
    const { sessions } = (await answer.json()) as SessionsAndMetrics
    const going = sessions.find((it) => it.hasRawTranscript && it.recordingUrl)
    const kept = sessions.find((it) => it.status === 'completed' && it.id !== going?.id)
    const saved = await page.request.put(`${origin}/api/sessions/${kept?.id}?transcripts=omit`, {
      data: { transcribedTextScripted: 'Client: Hello.' },
      headers: { origin },
    })
    expect(saved.ok()).toBe(true)
    const at = (id: string | undefined) => `${origin}/app/clients/${clientId}?session=${id}`

    await page.goto(at(kept?.id))
    await keepSwitch(page).check()
    await expect(toasts(page).getByText('Session is kept')).toBeVisible()
    const colleague = await signInOther('admin@demo.maylab.test', origin)
    await colleague.goto(at(kept?.id))
    await expect(keepSwitch(colleague)).toBeChecked()
    await page.goto(at(going?.id))
    await openTab(page, 'Transcripts')
    await expect(drawer(page).getByRole('heading', { name: 'Conversation' })).toBeVisible()

    const system = await signInOther('system@demo.maylab.test', origin)
    await system.goto(`${origin}/app/settings`)
    for (const label of ['Recordings', 'Transcripts and conversations']) {
      await rule(system, label).getByRole('button', { name: /^Edit/ }).click()
      await dialog(system).getByRole('combobox', { name: 'Keep' }).click()
      await system.getByRole('option', { name: 'Until coaching ends' }).click()
      await expect(dialog(system)).toContainText('Nothing will be deleted now')
      await dialog(system).getByRole('combobox', { name: 'Keep' }).click()
      await system.getByRole('option', { name: 'For a number of days' }).click()
      await dialog(system).getByLabel('Days').fill('1')
      await expect(dialog(system)).toContainText(/entr.+ older and will be permanently deleted/)
      await expectAccessible(system, '[role=dialog]')
      await dialog(system).getByLabel('Delete older data').check()
      await dialog(system).getByRole('button', { name: 'Save setting' }).click()
      await expect(dialog(system)).toHaveCount(0)
      await expect(rule(system, label)).toContainText('1 day')
    }
    await purge(dataDir)

    await expect(drawer(page).getByText(/^Deleted on .+ by the retention rule\.$/)).toBeVisible()
    await openTab(page, 'Recording')
    await expect(drawer(page).getByText(/^Deleted on .+ by the retention rule\.$/)).toBeVisible()
    await openTab(colleague, 'Transcripts')
    await expect(drawer(colleague).getByRole('heading', { name: 'Conversation' })).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('a coach ends a coaching after reading what that deletes, the client sees it, and it is resumed', async ({
  page,
  signInOther,
}) => {
  const { name, guardian } = await newClientOf()
  await signIn(page, 'admin@demo.maylab.test')
  await openPlan(page, name)
  const clientId = page.url().split('/').at(-1) ?? ''
  const colleague = await signInOther('karin.ekstrom@demo.maylab.test')
  await openPlan(colleague, name)
  await page.getByRole('button', { name: 'More for this plan' }).click()
  await page.getByRole('menuitem', { name: 'End coaching' }).click()
  const asking = page.getByRole('alertdialog', { name: `End the coaching of ${name}?` })
  await expect(asking).toContainText('Ending coaching deletes nothing.')
  await expectAccessible(page, '[role=alertdialog]')
  await asking.getByRole('button', { name: 'End coaching' }).click()
  await expect(asking).toBeHidden()
  const banner = (other: Page) => other.getByText(/^Coaching ended on /)
  await expect(banner(page)).toBeVisible()
  await expect(banner(colleague)).toBeVisible()

  const client = await signInOther(guardian)
  await client.goto(`/app/my-plan/${clientId}`)
  await expect(banner(client)).toBeVisible()
  await expect(client.getByRole('button', { name: 'Resume coaching' })).toHaveCount(0)
  await expectAccessible(client)

  await colleague.getByRole('button', { name: 'Resume coaching' }).click()
  await expect(toasts(colleague).getByText('Coaching resumed')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
})
