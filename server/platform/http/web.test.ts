import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { registerErrorHandler } from './errors.ts'
import { testInstallation } from '../../test/test-config.ts'
import { rewriteUrl, serveWeb } from './web.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'maylab-web-'))
const folder = path.join(parent, 'web')
const named = {
  ...testInstallation,
  ...{ brandName: 'Ann & <Co> $&', timeZone: 'Asia/Kathmandu' },
}
const app = Fastify({ rewriteUrl: rewriteUrl })
registerErrorHandler(app)
await serveWeb(app, { installation: named, folder })
afterAll(async () => {
  await app.close()
  rmSync(parent, { recursive: true })
})
const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } })

test('while the pages are being built, a page that reloads itself is served', async () => {
  const answer = await get('/app')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['refresh']).toBe('1')
})

test('every page is the same document with the escaped settings, and is not cached', async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  writeFileSync(
    path.join(folder, 'index.html'),
    '<title>%BRAND_NAME%</title><meta content="%TIME_ZONE%" width="100%"><meta content="%CURRENCY%"><meta content="%COUNTRY%">',
  )
  for (const url of ['/', '//', '//x.example/', '/app/clients/1?week=2', '/index.html', '/a.b/c']) {
    const answer = await get(url)
    expect(answer.body).toBe(
      '<title>Ann &amp; &lt;Co&gt; $&amp;</title><meta content="Asia/Kathmandu" width="100%"><meta content="DKK"><meta content="">',
    )
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('a URL that cannot be decoded gets the page as a 404, or JSON outside of pages', async () => {
  for (const url of ['/app/%E0%A4%A', '/%', '/%zz?from=%E0']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('<title>')
  }
  for (const [url, accept] of [
    ['/api/sessions/%E0%A4%A', 'text/html'],
    ['/app/%E0%A4%A', 'application/json'],
    ['/app/%E0%A4%A', '*/*'],
  ] as const) {
    const answer = await get(url, accept)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain('<title>')
  }
})

test('a file with a content hash is cached for a year, any other for an hour', async () => {
  writeFileSync(path.join(folder, 'assets', 'main-1a2b.js'), 'run()')
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  const script = await get('/assets/main-1a2b.js', '*/*')
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching('javascript'),
  })
  const icon = await get('/favicon.svg', 'image/*')
  expect(icon.headers['cache-control']).toBe('public, max-age=3600')
})

test('a precompressed file is sent to clients that accept it, with the type of the original', async () => {
  writeFileSync(path.join(folder, 'assets', 'twin-1a2b.js'), 'run()')
  writeFileSync(path.join(folder, 'assets', 'twin-1a2b.js.br'), brotliCompressSync('run()'))
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { accept: '*/*', 'accept-encoding': encoding } })
  const small = await ask('/assets/twin-1a2b.js', 'gzip, br')
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe('run()')
  for (const [url, encoding] of [
    ['/assets/twin-1a2b.js', 'identity'],
    ['/assets/main-1a2b.js', 'gzip, br'],
  ] as const) {
    const plain = await ask(url, encoding)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe('run()')
  }
})

test('unknown files and paths outside the folder are not found', async () => {
  writeFileSync(path.join(parent, 'secret.key'), 'hush')
  for (const [url, accept] of [
    ['/assets/gone.js', 'text/html'],
    ['/missing.png', 'image/*'],
    ['/api', 'text/html'],
    ['/api/nothing', 'text/html'],
    ['/%61pi/nothing', 'text/html'],
    ['/../secret.key', '*'],
    ['/%2e%2e/secret.key', '*'],
    ['/assets/..%2f..%2fsecret.key', '*'],
  ] as const)
    expect((await get(url, accept)).statusCode).toBe(404)
})
