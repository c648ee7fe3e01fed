import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listeningApp } from '../../../test/listening-app.ts'
import { password } from '../../../test/make.ts'

// The generator builds its types with an interface of TypeScript that version 7 no longer has.
registerHooks({
  resolve: (name, context, next) =>
    next(
      name === 'typescript' && context.parentURL?.includes('openapi-typescript')
        ? '@ts-morph/common/dist/typescript.js'
        : name,
      context,
    ),
})

const results = path.join(import.meta.dirname, '../../../../test-results')
mkdirSync(results, { recursive: true })
const folder = mkdtempSync(path.join(results, 'client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

const { origin, emails } = await listeningApp()

/** What somebody writes who has nothing but the address of the description. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export async function firstClient(origin: string, email: string, password: string) {
  const api = createClient<paths>({ baseUrl: origin })
  let cookie = ''
  api.use({
    onRequest: ({ request }) => {
      request.headers.set('origin', origin)
      if (cookie) request.headers.set('cookie', cookie)
    },
    onResponse: ({ response }) => {
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] || cookie
    },
  })
  const early = await api.GET('/api/auth/user')
  const code: 'not-signed-in' | undefined = early.response.status === 401 && early.error?.code === 'not-signed-in' ? early.error.code : undefined
  const { data: login } = await api.POST('/api/auth/login', { body: { email, password } })
  const roles: components['schemas']['Role'][] = login?.user.roles ?? []
  const { data: clients, response } = await api.GET('/api/my-coach-clients', { params: { query: { limit: 1 } } })
  const client: components['schemas']['Client'] | undefined = clients?.[0]
  const { data: plan } = await api.GET('/api/clients/{id}/sessions-and-metrics', {
    params: { path: { id: client?.id ?? '' }, query: { transcripts: 'omit' } },
  })
  const { error } = await api.POST('/api/clients/{id}/scheduled-sessions', {
    params: { path: { id: client?.id ?? '' } },
    body: { sessionDefinitionId: client?.id ?? '', sessionDate: new Date().toISOString() },
  })
  return { code, roles, email: client?.userEmail, total: response.headers.get('x-total-count'), plan: plan?.client.id === client?.id, refused: error?.code }
}
`
/** A line each that must not compile. */
const mistakes = [
  `api.GET('/api/nowhere')`,
  `api.POST('/api/auth/login', { body: { email: 'coach@example.test' } })`,
  `api.GET('/api/my-coach-clients', { params: { query: { limit: 'all' } } })`,
  `api.GET('/api/clients/{id}/sessions-and-metrics', { params: { path: {} } })`,
  `api.GET('/api/my-coach-clients').then(({ data }) => data?.[0]?.shoeSize)`,
  `api.GET('/api/auth/user').then(({ error }) => error?.code === 'stale')`,
]

/** What the compiler says of a file. The application answers in this process, so nothing here may hold it up. */
async function faultsIn(name: string) {
  const tsc = path.join(import.meta.dirname, '../../../../node_modules/.bin/tsc')
  const compilerOptions = { lib: ['es2024', 'dom', 'dom.iterable'] }
  const settings = { extends: '../../tsconfig.base.json', compilerOptions, files: [name] }
  write('tsconfig.json', JSON.stringify(settings))
  return text(spawn(tsc, ['-p', folder, '--pretty', 'false'], { cwd: folder }).stdout)
}

beforeAll(async () => {
  const { default: openapiTypes, astToString } = await import('openapi-typescript')
  const document = await (await fetch(`${origin}/api/openapi.json`)).text()
  write('schema.ts', astToString(await openapiTypes(document)))
  write('program.ts', program)
})

test('a client generated from the description compiles strictly, signs in and works', async () => {
  expect(await faultsIn('program.ts')).toBe('')
  const { firstClient } = await import(path.join(folder, 'program.ts'))
  expect(await firstClient(origin, emails.coach, password)).toEqual({
    ...{ code: 'not-signed-in', roles: ['coach_user'], email: emails.client, total: '1' },
    ...{ plan: true, refused: 'unprocessable' },
  })
})

test('calls that the description does not know do not compile', async () => {
  const start = `import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'
const api = createClient<paths>()
`
  write('mistakes.ts', `${start}${mistakes.map((it) => `void ${it}\n`).join('')}`)
  const faulty = [...(await faultsIn('mistakes.ts')).matchAll(/^mistakes\.ts\((\d+),/gm)]
  expect(faulty.map(([, line]) => Number(line) - start.split('\n').length)).toEqual([
    ...mistakes.keys(),
  ])
})
