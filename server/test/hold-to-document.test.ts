import Fastify, { type FastifyReply } from 'fastify'
import { expect, inject, test } from 'vitest'
import { holdToDocument } from './hold-to-document.ts'

const document = inject('apiDocument')
const organization = { id: '0198a0de-5a1c-7a3c-8b2d-333333333333', name: 'An organization' }

/** What is noted of an answer that `GET /api/my-organization` never gives, or does. */
async function noted(answer: (reply: FastifyReply) => unknown) {
  const app = Fastify()
  app.get('/api/my-organization', async (_request, reply) => answer(reply))
  const faults = holdToDocument(app, document)
  await app.inject({ url: '/api/my-organization' })
  await app.close()
  return [...faults].join()
}
const refusal = (code: string) => ({ error: 'No.', code, requestId: organization.id })

test('an answer as it is described is nothing to note', async () => {
  expect(await noted(() => organization)).toBe('')
  expect(await noted((reply) => reply.code(404).send(refusal('not-found')))).toBe('')
  expect(await noted((reply) => reply.code(503).send(refusal('unavailable')))).toBe('')
})

test.each([
  ['a field that is missing', 'name', () => ({ id: organization.id })],
  ['a field of another kind', 'it/id', () => ({ ...organization, id: 'none' })],
  ['another kind of content', 'text/plain', () => 'text'],
  ['a status that is not named', '409', (reply: FastifyReply) => reply.code(409).send({})],
  [
    'a code that is not named',
    'it/code',
    (reply: FastifyReply) => reply.code(404).send(refusal('stale')),
  ],
])('%s is noted', async (_, what, answer) => {
  expect(await noted(answer)).toContain(what)
})
