import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listen } from './events.ts'

const streams: FakeStream[] = []

/** Stands for the browser's EventSource, which Node does not have. */
class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
  say(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  /** The server answered with something that is no stream. */
  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  streams.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeStream)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function listening() {
  const heard: unknown[] = []
  const onTimeout = vi.fn<() => void>()
  const close = listen('/events', {
    schema: z.object({ type: z.literal('done') }),
    onMessage: (message) => heard.push(message),
    onTimeout,
    timeoutMs: 900_000,
  })
  return { heard, onTimeout, close }
}

test('messages are parsed, and what is not understood is passed over', () => {
  const { heard } = listening()
  streams[0]?.say('{"type":"done"}')
  streams[0]?.say('{"type":"other"}')
  streams[0]?.say('not JSON')
  expect(heard).toEqual([{ type: 'done' }])
})

test('a refused stream is asked for again, more slowly each time', () => {
  listening()
  streams[0]?.refuse()
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(2)
  streams[1]?.refuse()
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(3)
})

test('a break that the browser mends by itself opens no second stream', () => {
  listening()
  streams[0]?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(1)
})

test('after 15 minutes the stream is closed and says so once', () => {
  const { onTimeout } = listening()
  vi.advanceTimersByTime(899_999)
  expect(onTimeout).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000_000)
  expect(onTimeout).toHaveBeenCalledTimes(1)
  expect(streams[0]?.readyState).toBe(FakeStream.CLOSED)
})

test('who stops listening hears nothing any more, not even the end of time', () => {
  const { close, onTimeout } = listening()
  streams[0]?.refuse()
  close()
  vi.advanceTimersByTime(2_000_000)
  expect(streams).toHaveLength(1)
  expect(onTimeout).not.toHaveBeenCalled()
})
