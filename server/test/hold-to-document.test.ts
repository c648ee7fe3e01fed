import Fastify, { type FastifyReply } from 'fastify'
import { expect, inject, test } from 'vitest'
import { holdToDocument } from './hold-to-document.ts'

const document = inject('apiDocument')
const organization = { id: '0198a0de-5a1c-7a3c-8b2d-333333333333', name: 'An organization' }

/** The differences found in a response of `GET /api/my-organization`. */
async function differencesOf(answer: (reply: FastifyReply) => unknown) {
  const app = Fastify()
  app.get('/api/my-organization', async (_request, reply) => answer(reply))
  const faults = holdToDocument(app, document)
  await app.inject({ url: '/api/my-organization' })
  await app.close()
  return [...faults].join()
}
const refusal = (code: string) => ({ error: 'No.', code, requestId: organization.id })

test('a response that matches the document has no differences', async () => {
  expect(await differencesOf(() => organization)).toBe('')
  expect(await differencesOf((reply) => reply.code(404).send(refusal('not-found')))).toBe('')
  expect(await differencesOf((reply) => reply.code(503).send(refusal('unavailable')))).toBe('')
})

test.each([
  ['a missing field', 'name', () => ({ id: organization.id })],
  ['a field with another format', 'it/id', () => ({ ...organization, id: 'none' })],
  ['another content type', 'text/plain', () => 'text'],
  ['an undocumented status', '409', (reply: FastifyReply) => reply.code(409).send({})],
  [
    'an undocumented error code',
    'it/code',
    (reply: FastifyReply) => reply.code(404).send(refusal('stale')),
  ],
])('%s is reported', async (_, what, answer) => {
  expect(await differencesOf(answer)).toContain(what)
})
