import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  readOnlyNouns,
  tokenNouns,
  getTokenScope,
  type TokenScopes,
} from '#contract/accounts/api-tokens.ts'
import type { Organization } from '#contract/organizations/organizations.ts'
import { endpoints } from '../../../platform/http/docs/contract-exports.ts'
import { auditEntries, daysFromNow, makeUser, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { call, signIn, db, clientId } = await testApp()
await makeUser(db, { email: 'system@example.com', roles: ['system_admin'] })
const cookie = await signIn('system@example.com')
const create = (scopes: TokenScopes, days = 30) =>
  call(
    { method: 'POST', url: '/api/admin/api-tokens', payload: { name: 'Reports', scopes, days } },
    cookie,
  )
type Created = { id: string; token: string }
const newToken = async (scopes: TokenScopes) => (await create(scopes)).json<Created>()
/** Calls without a cookie, an origin or browser headers, as programs do. */
const callWith = (
  token: string,
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' = 'GET',
  payload?: object,
) =>
  call({
    ...{ method, url, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${token}`, origin: '' },
  })

test('a token can only read what its scope allows', async () => {
  const { token } = await newToken({ client: 'read' })
  expect((await callWith(token, '/api/admin/clients')).statusCode).toBe(200)
  expect((await callWith(token, `/api/clients/${clientId}/sessions-and-metrics`)).statusCode).toBe(
    200,
  )
  const refused = await callWith(token, '/api/admin/users')
  expect([refused.statusCode, refused.json().error]).toEqual([
    403,
    'This API token does not have the permission for this call.',
  ])
})

test('writing requires a write scope, which includes reading', async () => {
  const organization = { name: 'Fjord' }
  const url = '/api/admin/organizations'
  const reader = await newToken({ organization: 'read' })
  expect((await callWith(reader.token, url, 'POST', organization)).statusCode).toBe(403)
  const writer = await newToken({ organization: 'write' })
  expect((await callWith(writer.token, url, 'POST', organization)).statusCode).toBe(200)
  expect((await callWith(writer.token, url)).statusCode).toBe(200)
})

test('calls with a token are in the audit log under its name', async () => {
  const { id, token } = await newToken({ organization: 'write' })
  await callWith(token, '/api/admin/organizations', 'POST', { name: 'Audited' })
  const [entry] = (await auditEntries(db, { action: 'organization-created' })).slice(-1)
  expect(entry?.details).toMatchObject({ apiToken: 'Reports' })
  expect(await auditEntries(db, { rowId: id }, ['details'])).toEqual([
    { details: { name: 'Reports', days: 30, organization: 'write' } },
  ])
})

const allScopes = Object.fromEntries(tokenNouns.map((it) => [it, 'write']))

test('even with all scopes a token cannot give, change or reveal a way in', async () => {
  const { id, token } = await newToken(allScopes)
  for (const [method, url] of [
    ['POST', `/api/admin/impersonate/${id}`],
    ['GET', `/api/admin/integration-settings/edit/${id}`],
    ['GET', '/api/admin/api-tokens'],
    ['POST', '/api/admin/api-tokens'],
    ['POST', '/api/my-account/password'],
    ['POST', '/api/admin/users'],
    ['PATCH', `/api/admin/users/${id}`],
    ['GET', `/api/admin/messages/${id}`],
    ['POST', `/api/admin/messages/${id}/send-again`],
    ['PUT', '/api/admin/settings/requireSecondFactor'],
    ['POST', '/api/admin/settings/passwordSignIn/reset'],
    ['POST', '/api/admin/integration-settings'],
    ['PUT', `/api/admin/integration-settings/${id}`],
    ['POST', '/api/admin/test-openai-connection'],
    ['POST', `/api/organizations/${id}/rotate-invite`],
    ['POST', `/api/organizations/${id}/share-invite`],
    ['GET', `/api/organizations/${id}/onboarding-link`],
    ['GET', `/api/organizations/${id}/onboarding-poster`],
    ['GET', `/api/clients/${clientId}/events`],
  ] as const)
    expect((await callWith(token, url, method, {})).statusCode, url).toBe(403)
})

test('a token never gets an onboarding link', async () => {
  const { token } = await newToken({ organization: 'write' })
  const url = '/api/admin/organizations'
  const created = (await callWith(token, url, 'POST', { name: 'Linkless' })).json<Organization>()
  const { id, version } = created
  const answers = [
    created,
    (await callWith(token, `${url}/${id}`)).json<Organization>(),
    (
      await callWith(token, `${url}/${id}`, 'PATCH', { city: 'Oslo', version })
    ).json<Organization>(),
    ...(await callWith(token, url)).json<Organization[]>(),
    ...(await callWith(token, `${url}?limit=5`)).json<Organization[]>(),
  ]
  expect(new Set(answers.map(({ inviteToken }) => inviteToken))).toEqual(new Set(['']))
  const seen = (await call({ url: `${url}/${id}` }, cookie)).json<Organization>()
  expect(seen.inviteToken).toMatch(/.{20}/)
})

/** Names of all fields of a schema, at any depth. */
const fieldNames = (schema: z.ZodType, io: 'input' | 'output') => {
  const names = new Set<string>()
  JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
    return value as unknown
  })
  return [...names]
}

test('no call of a token has a field that is a way in, but for those named here', () => {
  const found = endpoints
    .filter(({ endpoint }) => endpoint.access !== 'public' && getTokenScope(endpoint))
    .flatMap(({ name, endpoint: { body, response } }) =>
      [
        ...(body && body !== 'bytes' ? fieldNames(body, 'input') : []),
        ...(typeof response === 'string' ? [] : fieldNames(response, 'output')),
      ]
        .filter((field) => /password|token|secret|roles|link|factor|passkey|settings/i.test(field))
        .map((field) => `${name}: ${field}`),
    )
  expect([...new Set(found)].toSorted()).toMatchInlineSnapshot(`
    [
      "createOrganization: inviteToken",
      "getMyAccount: roles",
      "getOrganization: inviteToken",
      "getQuestionnaire: factor",
      "listExecutions: tokensIn",
      "listExecutions: tokensOut",
      "listExecutions: tokensUsed",
      "listIntegrations: settings",
      "listOrganizations: inviteToken",
      "listSettings: hasSecretKey",
      "listSettings: settings",
      "listUsers: hasSecondFactor",
      "listUsers: roles",
      "readExecution: tokensIn",
      "readExecution: tokensOut",
      "readExecution: tokensUsed",
      "readUser: hasSecondFactor",
      "readUser: roles",
      "tryTemplate: tokensUsed",
      "updateOrganization: inviteToken",
    ]
  `)
})

test('the nouns that are offered for reading only are those without a write', () => {
  const written = new Set(
    endpoints
      .filter(({ endpoint }) => typeof endpoint.access !== 'string')
      .map(({ endpoint }) => getTokenScope(endpoint))
      .flatMap((scope) => (scope?.access === 'write' ? [scope.noun] : [])),
  )
  expect(tokenNouns.filter((it) => !written.has(it))).toEqual(readOnlyNouns)
})

test.each(['unknown', 'maylab_unknown'])('an unknown token is refused: %s', async (token) => {
  expect((await callWith(token, '/api/admin/clients')).statusCode).toBe(401)
})

test('an expired, deleted or orphaned token no longer works', async () => {
  const ways: ((id: string) => Promise<unknown>)[] = [
    (id) => updateRow(db, 'apiToken', id, { expiresAt: daysFromNow(-1) }),
    (id) => call({ method: 'DELETE', url: `/api/admin/api-tokens/${id}` }, cookie),
    () =>
      db
        .updateTable('user')
        .set({ deactivatedAt: daysFromNow(0) })
        .where('email', '=', 'system@example.com')
        .execute(),
  ]
  const tokens = await Promise.all(ways.map(() => newToken({ client: 'read' })))
  for (const [index, { id, token }] of tokens.entries()) {
    expect((await callWith(token, '/api/admin/clients')).statusCode).toBe(200)
    await ways[index]!(id)
    expect((await callWith(token, '/api/admin/clients')).statusCode).toBe(401)
  }
  await db.updateTable('user').set({ deactivatedAt: null }).execute()
})

test('a token only has the rights that its administrator still has', async () => {
  const { token } = await newToken({ log: 'read' })
  expect((await callWith(token, '/api/admin/audit-log')).statusCode).toBe(200)
  const user = db.updateTable('user').where('email', '=', 'system@example.com')
  await user.set({ roles: ['maylab_admin'] }).execute()
  expect((await callWith(token, '/api/admin/audit-log')).statusCode).toBe(403)
  await user.set({ roles: ['system_admin'] }).execute()
})

test('the list shows when a token was used, and never the token or its hash', async () => {
  const { id, token } = await newToken({ client: 'read' })
  await callWith(token, '/api/admin/clients')
  const { body } = await call({ url: '/api/admin/api-tokens' }, cookie)
  expect(
    (JSON.parse(body) as { id: string; lastUsedAt: string | null }[]).find((it) => it.id === id)
      ?.lastUsedAt,
  ).not.toBeNull()
  expect(body).not.toContain(token)
  expect(body).not.toMatch(/hash/i)
})

test('a token without scopes or for longer than a year is refused', async () => {
  expect((await create({})).json().fields).toEqual({ scopes: 'Choose at least one permission' })
  expect((await create({ client: 'read' }, 366)).statusCode).toBe(400)
})

test('every endpoint for administrators either has a scope or is for people only', () => {
  const without = endpoints
    .filter(
      ({ endpoint: { access } }) => typeof access !== 'string' && access.includes('system_admin'),
    )
    .filter(({ endpoint }) => !getTokenScope(endpoint))
    .map(({ name }) => name)
  expect(without.toSorted()).toMatchInlineSnapshot(`
    [
      "addConsentText",
      "addIntegration",
      "cancelErasure",
      "cancelUpload",
      "changeIntegration",
      "completeAssignment",
      "confirmErasure",
      "continueUpload",
      "createApiToken",
      "createBackup",
      "createDirectLink",
      "createGoldenTranscript",
      "createIdentityProvider",
      "createUpload",
      "createUser",
      "createWebhook",
      "decideConsents",
      "deleteApiToken",
      "deleteEmployeeList",
      "deleteGoldenTranscript",
      "deleteIdentityProvider",
      "deleteIntegration",
      "deletePersonExport",
      "deleteWebhook",
      "discardTranscriptDraft",
      "discardUser",
      "downloadCertificate",
      "downloadPersonExport",
      "downloadPoster",
      "finishUpload",
      "getCertificate",
      "getEmployeeList",
      "getOnboardingLink",
      "getPersonExport",
      "getRecordingsMove",
      "getTranscriptDraft",
      "getUpload",
      "getUploadOffset",
      "impersonate",
      "listApiTokens",
      "listErasures",
      "listGoldenTranscripts",
      "listIdentityProviders",
      "listMyUnfinishedRecordings",
      "listWebhookDeliveries",
      "listWebhooks",
      "moveRecordings",
      "openIntegration",
      "previewEmployeeList",
      "previewErasure",
      "previewTemplate",
      "putEmployeeList",
      "putSetting",
      "readCrm",
      "readGoldenTranscript",
      "readMessage",
      "readTemplateCheck",
      "requestErasure",
      "requestPersonExport",
      "resendWebhookDelivery",
      "resetSecondFactor",
      "resetSetting",
      "retryErasure",
      "rotateInvite",
      "saveTranscriptDraft",
      "sendAgain",
      "shareInvite",
      "startTemplateCheck",
      "stopMovingRecordings",
      "streamPlanEvents",
      "streamTranscriptionEvents",
      "switchIntegration",
      "syncCrm",
      "testBunny",
      "testIdentityProvider",
      "testIntegration",
      "testOpenAi",
      "testWebhook",
      "undoEmployeeList",
      "updateGoldenTranscript",
      "updateIdentityProvider",
      "updateUser",
    ]
  `)
})
