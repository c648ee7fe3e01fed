import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { crmProviders as forms } from '#contract/integrations/providers/crm.ts'
import type { ProviderKey } from '#contract/integrations/providers/providers.ts'
import { failure } from '../../test/failure.ts'
import type { CrmService } from '../../test/services/crm-service.ts'
import { hubspotService } from '../../test/services/hubspot.ts'
import { pipedriveService } from '../../test/services/pipedrive.ts'
import { salesforceService } from '../../test/services/salesforce.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import { crmProviders } from '../catalogue/crm.ts'
import type { CrmRecord } from './crm.ts'

const outboundClients = await testOutboundClients()
const salesforce = await salesforceService()
const serviceOf: Record<ProviderKey<'crm'>, CrmService> = {
  pipedrive: await pipedriveService(),
  hubspot: await hubspotService(),
  salesforce,
}
const services = Object.entries(serviceOf) as [ProviderKey<'crm'>, CrmService][]
afterAll(() => Promise.all(services.map(([, service]) => service.close())))
afterEach(async () => {
  for (const [, service] of services) service.forget()
  await outboundClients.deleteEgress()
})

const organization: CrmRecord = {
  ...{ kind: 'organization', id: '0198a0de-5a1c-7a3c-8b2d-000000000001' },
  ...{ name: "Nordlys 'Design' & Co", country: 'Denmark', city: 'Aarhus' },
}
const coach: CrmRecord = {
  ...{ kind: 'coach', id: '0198a0de-5a1c-7a3c-8b2d-000000000002', firstName: 'Anna' },
  ...{ lastName: 'Holm', email: 'anna.holm@example.com', country: null, city: null },
}
const never = new AbortController().signal

describe.each(services)('%s', (key, service) => {
  const { label, fields } = forms[key]
  const open = async (more: Record<string, string> = {}) => {
    const settings: Record<string, string> = { ...service.settings, ...more }
    const secrets = Object.entries(fields).flatMap(([name, it]) =>
      'isSecret' in it ? [settings[name] ?? ''] : [],
    )
    const outboundClient = await outboundClients.outboundClientFor({
      ...{ type: 'crm', provider: key, label, secrets },
      addresses: { [key]: service.origin },
    })
    return crmProviders[key].open(settings, outboundClient)
  }
  const put = async (record: CrmRecord, externalId: string | null = null) =>
    (await open()).put(record, externalId, never)
  const [secretName = ''] = Object.entries(fields).find(([, it]) => 'isSecret' in it) ?? []
  const everything = () =>
    JSON.stringify([...service.organizations, ...service.people]).toLowerCase()

  test('creates an organization and a coach once, then updates them', async () => {
    const ids = [await put(organization), await put(coach)]
    for (const it of ['nordlys', 'aarhus', 'anna', 'holm', 'anna.holm@example.com'])
      expect(everything()).toContain(it)
    // Records are found again when their id was not stored.
    expect([await put(organization), await put(coach)]).toEqual(ids)
    await put({ ...organization, name: 'Sydvind' }, ids[0])
    await put({ ...coach, lastName: 'Lund', email: 'anna.lund@example.com' }, ids[1])
    expect([service.organizations.size, service.people.size]).toEqual([1, 1])
    for (const it of ['sydvind', 'lund', 'anna.lund@example.com'])
      expect(everything()).toContain(it)
    expect(everything()).not.toContain('anna.holm@example.com')
    for (const { purpose, sessionId } of await outboundClients.entries())
      expect([['CRM', 'login'].includes(purpose), sessionId]).toEqual([true, null])
  })

  test('reports a record that was deleted in the CRM', async () => {
    const ids = [await put(organization), await put(coach)]
    service.organizations.clear()
    service.people.clear()
    expect(await failure(put(organization, ids[0]))).toBeInstanceOf(NotFound)
    expect(await failure(put(coach, ids[1]))).toBeInstanceOf(NotFound)
  })

  test('passes the connection test without storing anything', async () => {
    expect(await (await open()).test?.(never)).toMatch(new RegExp(`^${label} accepts the `))
    expect([service.organizations.size, service.people.size]).toEqual([0, 0])
  })

  test('quotes the rejection of a key, without the key', async () => {
    const wrong = await open({ [secretName]: 'a-wrong-secret-0009' })
    for (const attempt of [
      async () => wrong.put(coach, null, never),
      async () => wrong.test?.(never),
    ]) {
      const error = await failure(attempt())
      expect(error).toBeInstanceOf(Rejected)
      expect(error.message).toMatch(new RegExp(`^${label} says: `))
      expect(error.message).not.toContain('a-wrong-secret')
    }
  })
})

describe('Salesforce', () => {
  const open = async (more: Record<string, string> = {}) => {
    const outboundClient = await outboundClients.outboundClientFor({
      ...{ type: 'crm', provider: 'salesforce', label: 'Salesforce' },
      addresses: { salesforce: salesforce.origin },
    })
    return crmProviders.salesforce.open({ ...salesforce.settings, ...more }, outboundClient)
  }
  const logins = () => salesforce.calls.filter(({ path }) => /Soap|oauth2/.test(path))

  test('logs in once, and again when the session has ended', async () => {
    const crm = await open()
    await crm.put(coach, null, never)
    await crm.put(organization, null, never)
    expect(logins()).toHaveLength(1)
    salesforce.endSessions()
    await crm.put({ ...coach, lastName: 'Lund' }, null, never)
    expect(logins()).toHaveLength(2)
    expect([...salesforce.people.values()]).toMatchObject([{ LastName: 'Lund' }])
  })

  test('logs in with a connected app if one is configured', async () => {
    const crm = await open({ clientId: '3MVG9-app', clientSecret: 'app-secret-0001' })
    await crm.put(coach, null, never)
    expect(logins().map(({ path }) => path)).toEqual(['/services/oauth2/token'])
    const wrong = await open({ clientId: '3MVG9-app', clientSecret: 'wrong' })
    expect((await failure(wrong.put(coach, null, never))).message).toBe(
      'Salesforce says: invalid client credentials',
    )
  })

  test('quotes a rejected login and does not retry it', async () => {
    const wrong = await open({ password: 'wrong' })
    const error = await failure(wrong.put(coach, null, never))
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toMatch(/^Salesforce says: INVALID_LOGIN: /)
    expect(salesforce.calls).toHaveLength(1)
  })

  test.each([
    ['https://maylab.my.salesforce.com', true],
    ['https://maylab.lightning.force.com/', true],
    ['http://maylab.my.salesforce.com', false],
    ['https://salesforce.com.evil.example', false],
    ['https://evil.example/?salesforce.com', false],
    ['https://10.0.0.1', false],
    ['https://user:pass@maylab.my.salesforce.com', false],
  ])('checks the domain of the instance URL: %s', (address, isGood) => {
    expect(forms.salesforce.fields.instanceUrl.schema.safeParse(address).success).toBe(isGood)
  })
})
