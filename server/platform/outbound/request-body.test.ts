import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { json } from '../../test/local-service.ts'
import { outboundCalls } from '../../test/outbound-calls.ts'
import { fileBody, multipartBody } from './request-body.ts'

const { service, send, entries } = await outboundCalls()
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-outbound-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a multipart file is sent again with each attempt', async () => {
  const file = path.join(folder, 'sound.webm')
  writeFileSync(file, 'x'.repeat(200_000))
  service.next((_call, response) => json(response, 503, {}, { 'retry-after': '0' }))
  const form = new FormData()
  form.append('model', 'whisper-1')
  form.append('file', await fileBody(file, 'video/webm'), 'sound.webm')
  const body = await multipartBody(form)
  await send({ body })
  const [first, second] = service.calls
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
  expect(second?.headers['content-length']).toBe(String(second?.body.length))
  const received = await new Response(new Uint8Array(second?.body ?? []), {
    headers: { 'content-type': second?.headers['content-type'] ?? '' },
  }).formData()
  expect(received.get('model')).toBe('whisper-1')
  const sent = received.get('file') as File
  expect([sent.name, sent.type, sent.size]).toEqual(['sound.webm', 'video/webm', 200_000])
})

test('a missing local file does not count as a failure of the service', async () => {
  const file = path.join(folder, 'gone.webm')
  writeFileSync(file, 'x')
  const body = await fileBody(file)
  rmSync(file)
  await expect(send({ body })).rejects.toMatchObject({
    name: 'NotReadableError',
  })
  expect(await entries()).toMatchObject([{ error: 'Something went wrong on our side.' }])
})
