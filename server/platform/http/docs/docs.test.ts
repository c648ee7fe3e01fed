import { expect, inject, test } from 'vitest'
import { errorBody, statusByCode } from '#contract/errors.ts'
import { testApp } from '../../../test/test-app.ts'
import { endpoints, schemas } from './contract-exports.ts'

const { call } = await testApp()
const document = inject('apiDocument')

test('the document names its server and is otherwise the same on every address', async () => {
  const { servers, ...same } = (await call({ url: '/api/openapi.json' })).json()
  expect(servers).toEqual([{ url: 'http://localhost:80' }])
  expect(same).toEqual(document)
})

test('the operation id of every endpoint is its name in the contract', () => {
  const named = endpoints.map(({ name, endpoint: { method, path } }) => [
    name,
    document.paths[path]?.[method.toLowerCase()]?.operationId,
  ])
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(([name, id]) => name !== id)).toEqual([])
})

test.each([
  ['endpoints', endpoints.map(({ name }) => name)],
  ['schemas', schemas.map(({ name }) => name)],
])('no two %s have the same name', (_, names) => {
  expect(names.filter((it, index) => names.indexOf(it) !== index)).toEqual([])
})

test('every group of endpoints says what it is about', () => {
  const tags = document.tags as { name: string; description?: string }[]
  expect(tags.filter(({ description }) => !description)).toEqual([])
})

test('an operation says who may call it and with which cookie', () => {
  expect(document.paths['/api/auth/login']?.['post']).toMatchObject({
    summary: 'Sign in with email and password',
    description: 'Public.',
    security: [],
  })
  expect(document.paths['/api/auth/user']?.['get']).toMatchObject({
    description: 'For every signed-in user.',
    security: [{ login: [] }],
  })
  expect(document.components.securitySchemes.login).toMatchObject({ in: 'cookie', name: 'login' })
})

test('an exported schema is written once and referenced', () => {
  const client = { $ref: '#/components/schemas/Client' }
  const listed = document.paths['/api/admin/clients']?.['get']?.responses['200']
  expect(listed).toMatchObject({
    headers: { 'x-total-count': { required: true } },
    content: { 'application/json': { schema: { type: 'array', items: client } } },
  })
  const { CoachDetail, Client } = document.components.schemas
  expect(CoachDetail?.properties).toMatchObject({
    status: { $ref: '#/components/schemas/CoachStatus' },
  })
  expect(Client?.properties).toMatchObject({
    riskLevel: { anyOf: [{ $ref: '#/components/schemas/RiskLevel' }, { type: 'null' }] },
  })
})

test('each error response lists its codes and has the common error body', () => {
  const update = document.paths['/api/admin/users/{id}']?.['patch']?.responses
  expect(Object.keys(update ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    'default',
  ])
  expect(update?.['409']).toEqual({ $ref: '#/components/responses/StaleOrConflict' })
  const bodies = Object.values(document.components.responses).map(
    ({ content }) => content?.['application/json']?.schema?.properties,
  )
  for (const fields of bodies)
    expect(Object.keys(fields ?? {})).toEqual(Object.keys(errorBody.shape))
  const codes = bodies.flatMap((it) => (it?.['code'] as { enum?: string[]; const?: string }) ?? [])
  expect(new Set(codes.flatMap((it) => it.enum ?? it.const ?? []))).toEqual(
    new Set(Object.keys(statusByCode)),
  )
})

test('event streams, binary bodies and the idempotency header are described', () => {
  const { responses } = document.paths['/api/sessions/{id}/transcription-events']?.['get'] ?? {}
  expect(responses?.['200']).toMatchObject({
    content: {
      'text/event-stream': {
        schema: { contentSchema: { $ref: '#/components/schemas/TranscriptionEvent' } },
      },
    },
  })
  const { parameters, requestBody } = document.paths['/api/uploads/{uploadId}']?.['patch'] ?? {}
  expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
    ...[
      ['uploadId', true],
      ['Tus-Resumable', true],
      ['Upload-Offset', true],
    ],
    ['Upload-Length', false],
  ])
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/offset+octet-stream'])
  expect(document.paths['/api/admin/organizations']?.['post']?.parameters).toMatchObject([
    { in: 'header', name: 'Idempotency-Key', required: false },
  ])
})

test('the API documentation page has no inline scripts and loads only its own files', async () => {
  const page = await call({ url: '/api/docs' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).not.toMatch(/<script>|javascript:| on\w+=|https?:/i)
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
  expect(files).toHaveLength(3)
  for (const url of files) {
    const { statusCode, headers } = await call({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/)
  }
})
