import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NIL } from 'uuid'
import { expect, test } from 'vitest'
import type { ClientConsents } from '#contract/consents/consents.ts'
import type { DataReader } from '#contract/plans/my-plan.ts'
import { daysFromNow, makeRecordingRow, makeSession, password, getRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { isNoConsent, requireConsent, requireOutsideConsent } from '../../platform/consent.ts'
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts'
import { hashNewPassword } from '../accounts/sign-in/passwords.ts'
import { applyRetention } from '../retention/apply-retention.ts'
import type { StaticKey } from './static-sentences.ts'

const made = await testApp()
const { db, deps, call, signIn, emails, clientId } = made
const coach = await signIn(emails.coach)
const client = await signIn(emails.client)
const org = await signIn(emails.org)
const session = () => makeSession(db, { clientId, sessionDefinitionId: made.sessionDefinitionId })

const fail = (error: Error) => {
  throw error
}

/** Verifies each sentence that does not depend on settings. */
const proven: Record<StaticKey, () => Promise<void>> = {
  async figures() {
    const url = `/api/organizations/${made.organizationId}/analytics`
    const { body, statusCode } = await call({ url }, org)
    expect(statusCode).toBe(200)
    for (const hidden of [clientId, made.clientUserId, emails.client, 'clara'])
      expect(body).not.toContain(hidden)
  },
  async access() {
    const id = await session()
    for (const url of [
      `/api/clients/${clientId}/sessions-and-metrics`,
      `/api/clients/${clientId}/questionnaires`,
      `/api/sessions/${id}`,
      `/api/sessions/${id}/recording`,
      `/api/sessions/${id}/transcript-file?what=transcript&format=txt`,
    ])
      expect((await call({ url }, org)).statusCode, url).toBe(403)
  },
  async consent() {
    const url = `/api/clients/${clientId}/consents`
    const decide = async (isGiven: boolean) => {
      const { consents } = (await call({ url }, client)).json<ClientConsents>()
      const decisions = consents.map(({ purpose, text }) => ({ purpose, isGiven, textId: text.id }))
      const payload = { decisions }
      expect((await call({ method: 'POST', url, payload }, client)).statusCode).toBe(200)
    }
    const sessionId = await session()
    const outside = ['video_storage', 'transcription', 'ai_analysis'] as const
    const refused = async () => {
      const all = await Promise.allSettled([
        ...outside.map((type) => requireOutsideConsent(db, type, sessionId)),
        requireConsent(db, { clientId }, 'analysis'),
        requireConsent(db, { clientId }, 'organization_figures'),
      ])
      return all.map((it) => it.status === 'rejected' && isNoConsent(it.reason))
    }
    await decide(false)
    expect(await refused()).toEqual(Array(5).fill(true))
    await decide(true)
    expect(await refused()).toEqual(Array(5).fill(false))
  },
  async 'outbound-log'() {
    const service: Parameters<typeof createOutboundClient>[1] = {
      integrationId: NIL,
      type: 'crm',
      provider: 'hubspot',
      label: 'HubSpot',
      secrets: [],
    }
    const outbound = createOutboundClient({ db: db, addresses: {}, onError: fail }, service)
    const { signal } = new AbortController()
    await outbound.run(
      { purpose: 'CRM', host: 'api.hubapi.com', sessionId: null, signal },
      async (it) => {
        it.bytesOut = 12
      },
    )
    const logged = await db.selectFrom('egress').selectAll().executeTakeFirstOrThrow()
    expect(logged).toMatchObject({ host: 'api.hubapi.com', purpose: 'CRM', bytesOut: 12 })
    expect(Object.keys(logged).join()).not.toMatch(/body|content|text/i)
  },
  async deletion() {
    const id = await session()
    await makeRecordingRow(db, id)
    expect((await call({ method: 'DELETE', url: `/api/sessions/${id}` }, coach)).statusCode).toBe(
      200,
    )
    expect(
      await db.selectFrom('recording').select('id').where('sessionId', '=', id).execute(),
    ).toEqual([])
  },
  async kept() {
    const id = await makeSession(db, {
      ...{ clientId, sessionDefinitionId: made.sessionDefinitionId },
      ...{ sessionDate: daysFromNow(-9), transcribedTextRaw: 'Hello.' },
    })
    const url = `/api/sessions/${id}?transcripts=omit`
    await call({ method: 'PUT', url, payload: { isKept: true } }, coach)
    await db.updateTable('retention').set({ days: 1 }).where('kind', '=', 'transcript').execute()
    await applyRetention(deps, { signal: new AbortController().signal, onError: fail })
    expect(await getRow(db, 'session', id)).toMatchObject({ transcribedTextRaw: 'Hello.' })
    const readers = await call({ url: '/api/my-client-data/readers' }, client)
    expect(readers.json()).toContainEqual(
      expect.objectContaining({
        ...{ who: 'anna coach', what: 'protected a session from automatic deletion' },
      }),
    )
  },
  async 'second-factor'() {
    for (const path of ['authenticator-app', 'passkeys/options']) {
      const url = `/api/my-security/${path}`
      const payload = { currentPassword: password }
      expect((await call({ method: 'POST', url, payload }, client)).statusCode, url).toBe(200)
    }
  },
  async passwords() {
    const owner = { firstName: 'Ida', lastName: 'Holm', email: 'ida@example.com' }
    const place = { brandName: 'Maylab', origin: 'http://localhost' }
    expect(await hashNewPassword('a calm and long sentence', owner, place)).toMatch(/^\$argon2id\$/)
    await expect(hashNewPassword('password123', owner, place)).rejects.toThrow(/too common/)
  },
  async logins() {
    const hours = async (rememberMe: boolean) => {
      const payload = { email: emails.admin, password: 'wellbeing-demo', rememberMe }
      await call({ method: 'POST', url: '/api/auth/login', payload })
      const { expiresAt } = await db
        .selectFrom('login')
        .select('expiresAt')
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000)
    }
    expect([await hours(false), await hours(true)]).toEqual([12, 30 * 24])
  },
  async openings() {
    await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, coach)
    const readers = (await call({ url: '/api/my-client-data/readers' }, client)).json<
      DataReader[]
    >()
    expect(readers).toContainEqual(
      expect.objectContaining({ who: 'anna coach', what: 'opened the plan' }),
    )
  },
  async secrets() {
    const settings = { apiKey: 'sk-very-secret-1234' }
    const payload = { type: 'ai_analysis', provider: 'openai_gpt5', settings }
    const system = await signIn(emails.system)
    const url = '/api/admin/integration-settings'
    expect((await call({ method: 'POST', url, payload }, system)).statusCode).toBe(200)
    const rows = await db.selectFrom('integration').selectAll().execute()
    expect(JSON.stringify(rows)).toContain('openai_gpt5')
    expect(JSON.stringify(rows)).not.toContain(settings.apiKey)
  },
  async disks() {
    const file = path.join(deps.config.dataDir, 'plain.txt')
    writeFileSync(file, 'These bytes are as they were sent.')
    await made.storage.put('plain.txt', file, 'text/plain', { sessionId: NIL })
    const stored = readFileSync(path.join(deps.config.dataDir, 'recordings', 'plain.txt'), 'utf8')
    expect(stored).toBe('These bytes are as they were sent.')
  },
}

test.each(Object.entries(proven))('the product does what %s says', async (_key, prove) => {
  await prove()
})
