import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { outboundCalls } from '../../test/outbound-calls.ts'
import { json } from '../../test/local-service.ts'

const { service, requestWith, client, entries } = await outboundCalls()

describe('a streamed response', () => {
  test('is recorded when its last byte has been read', async () => {
    const timeoutMs = 2_000
    service.next((_call, response) => {
      response.writeHead(206).write('x'.repeat(100_000))
      // The timeout only covers the beginning.
      setTimeout(() => response.end('x'.repeat(200_000)), timeoutMs + 500)
    })
    const { status, body } = await client().stream(
      requestWith({ method: 'GET', body: undefined, timeoutMs }),
    )
    expect(status).toBe(206)
    expect((await entries())[0]?.isSuccess).toBeNull()
    expect(await text(body)).toHaveLength(300_000)
    await expect.poll(entries).toMatchObject([{ isSuccess: true, bytesIn: 300_000 }])
  })

  test('may be closed early by its reader', async () => {
    service.next((_call, response) => void response.writeHead(200).end('x'.repeat(3_000_000)))
    const { body } = await client().stream(requestWith())
    for await (const _chunk of body) break
    await expect.poll(entries).toMatchObject([{ isSuccess: true, status: 200 }])
  })

  test('that breaks off throws Unavailable', async () => {
    service.next((_call, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      setTimeout(() => response.destroy(), 20)
    })
    const { body } = await client().stream(requestWith())
    await expect(text(body)).rejects.toThrow(/^Outside cannot be reached/)
    await expect.poll(entries).toMatchObject([{ isSuccess: false, bytesIn: 4 }])
  })

  test('that is rejected has the message of the service', async () => {
    service.next((_call, response) => json(response, 404, { Message: 'Object Not Found' }))
    await expect(client().stream(requestWith())).rejects.toThrow('Outside says: Object Not Found')
  })
})
