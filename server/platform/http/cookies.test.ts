import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Cookie, expiredCookie, readCookies, setCookies } from './cookies.ts'

const set: Cookie[] = [
  { name: 'login', value: 'token', sameSite: 'lax' },
  { name: 'known-browser', value: 'mark', sameSite: 'strict', maxAge: 60 },
  expiredCookie('sign-in'),
]

async function openApp(appOrigin: string | undefined) {
  const app = Fastify()
  await app.register(cookie)
  app.get('/set', async (_request, reply) =>
    setCookies({ appOrigin }, reply, { answer: {}, cookies: set }),
  )
  app.get('/read', async (request) => readCookies({ appOrigin }, request))
  return app
}

test('over https every cookie is Secure, HttpOnly, SameSite and bound to the host', async () => {
  const app = await openApp('https://maylab.example')
  const { headers } = await app.inject('/set')
  expect(headers['set-cookie']).toEqual([
    '__Host-login=token; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-known-browser=mark; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-sign-in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ])
  const sent = { cookie: '__Host-login=ours; login=planted' }
  expect((await app.inject({ url: '/read', headers: sent })).json()).toEqual({ login: 'ours' })
  const planted = { cookie: 'login=planted' }
  expect((await app.inject({ url: '/read', headers: planted })).json()).toEqual({})
})

test('at a loopback address browsers accept the cookies too', async () => {
  const app = await openApp(undefined)
  expect((await app.inject('/set')).headers['set-cookie']).toEqual([
    'login=token; Path=/; HttpOnly; SameSite=Lax',
    'known-browser=mark; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
    'sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  ])
})
