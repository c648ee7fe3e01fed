import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { registerErrorHandler } from './errors.ts'
import { mount } from './mount.ts'
import { validatorCompiler, serializerCompiler } from './schemas.ts'

const person = z.object({ name: z.string(), level: z.enum(['low', 'high']).nullable() })
const listPeople = endpoint('GET /api/people', {
  access: 'public',
  shows: ['client'],
  summary: 'People',
  response: z.array(person.extend({ coach: person.optional() })),
})
let rows: object[] = []

const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
registerErrorHandler(app)
app.decorateRequest('actor', null)
app.decorate('policyHooks', () => [])
mount(app, listPeople, async () => rows as z.input<typeof listPeople.response>)

test('keys that the contract does not declare are dropped at every depth', async () => {
  const secret = { passwordHash: 'argon2' }
  rows = [
    { name: 'Clara', level: 'low', ...secret, coach: { name: 'Ada', level: null, ...secret } },
  ]
  const answer = await app.inject({ url: '/api/people' })
  expect(answer.json()).toEqual([
    { name: 'Clara', level: 'low', coach: { name: 'Ada', level: null } },
  ])
})

test.each([
  ['a number instead of a string', { name: 7, level: 'low' }],
  ['an unknown enum value', { name: 'Clara', level: 'severe' }],
  ['a missing field', { name: 'Clara' }],
  ['an invalid nested row', { name: 'Clara', level: 'low', coach: { name: 'Ada' } }],
])('a response with %s becomes a 500 that reveals nothing', async (_what, broken) => {
  rows = [{ name: 'Berta', level: 'high' }, broken]
  const answer = await app.inject({ url: '/api/people' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'internal' })
  for (const word of ['Berta', 'Clara', 'Ada', 'severe']) expect(answer.body).not.toContain(word)
})
