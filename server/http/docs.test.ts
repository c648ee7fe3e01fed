import { expect, test } from 'vitest'
import { testApp } from '../test/test-app.ts'
import { fieldsOf } from './docs-fields.ts'

const { call, app } = await testApp()

test('the OpenAPI document names the operations of the contract and who may call them', async () => {
  const { paths } = (await call({ url: '/api/openapi.json' })).json()
  expect(paths['/api/auth/login'].post).toMatchObject({
    summary: 'Sign in with e-mail and password',
    description: 'Open to anybody.',
  })
  expect(paths['/api/auth/user'].get.description).toBe('For everybody who is signed in.')
})

test('the page to read holds every operation and no script', async () => {
  const answer = await call({ url: '/api/docs' })
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).not.toMatch(/<script|javascript:| on\w+=/i)
  const paths = Object.entries(app.swagger().paths ?? {})
  for (const [path, methods] of paths.filter(([it]) => it.startsWith('/api/')))
    for (const method of Object.keys(methods ?? {}))
      expect(answer.body).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
})

test('fields within fields are named with dots, in lists with brackets', () => {
  const text = { type: 'string' }
  const schema = {
    properties: {
      list: { items: { properties: { text }, required: ['text'] } },
      maybe: { anyOf: [{ properties: { text } }, { type: 'null' }] },
    },
  }
  expect(fieldsOf(schema).map(({ name, isNeeded }) => `${name}${isNeeded ? '!' : ''}`)).toEqual([
    'list',
    'list[].text!',
    'maybe',
    'maybe.text',
  ])
})
