import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { paging } from '#contract/paging.ts'
import { mount } from '../http/mount.ts'
import { validatorCompiler, serializerCompiler } from '../http/schemas.ts'
import { sendList } from './send-list.ts'

const rows = Array.from({ length: 2500 }, (_, index) => ({
  name: String(index).padStart(5, '0'),
  secret: 'not for the caller',
}))
const listNames = endpoint('GET /api/names', {
  access: 'public',
  shows: ['client'],
  summary: 'Names',
  query: paging,
  response: z.array(z.object({ name: z.string() })),
})

const read: number[] = []
async function page(cursor = '', limit: number) {
  read.push(limit)
  const rest = rows.filter(({ name }) => name > cursor)
  const shown = rest.slice(0, limit)
  return { rows: shown, next: rest.length > limit ? shown.at(-1)?.name : undefined }
}
async function size() {
  return {
    total: { number: 3000, isCapped: false },
    match: { number: rows.length, isCapped: true },
  }
}

const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
app.decorateRequest('actor', null)
app.decorate('policyHooks', () => [])
mount(app, listNames, (asked) => sendList(listNames, asked, { page, size }))

test('a whole list is read in chunks and contains only the fields of the contract', async () => {
  read.length = 0
  const answer = await app.inject({ url: '/api/names' })
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.json()).toEqual(rows.map(({ name }) => ({ name })))
  expect(answer.headers).toMatchObject({
    ...{ 'x-total-count': '3000', 'x-match-count': '2500', 'x-capped-count': 'match' },
  })
  expect(answer.headers['link']).toBeUndefined()
  expect(read.length).toBeGreaterThan(1)
  expect(Math.max(...read)).toBeLessThan(rows.length)
})

test('a page contains its rows and links to the next page', async () => {
  const answer = await app.inject({ url: '/api/names?limit=2' })
  expect(answer.json()).toEqual([{ name: '00000' }, { name: '00001' }])
  expect(answer.headers['link']).toMatch(/^<\/api\/names\?limit=2&cursor=[^>]+>; rel="next"$/)
})
