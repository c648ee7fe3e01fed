import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { subscribeToEvents } from './subscribe-to-events.ts'

const streams: FakeEventSource[] = []

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  constructor() {
    super()
    streams.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
  emit(type: string, data = '{}') {
    this.dispatchEvent(new MessageEvent(type, { data }))
  }
  open() {
    this.readyState = 1
    this.emit('open')
  }
  /** The server answered with something that is not a stream. */
  reject() {
    this.close()
    this.emit('error')
  }
}

class FakeDocument extends EventTarget {
  hidden = false
  setHidden(hidden: boolean) {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}
let page: FakeDocument

beforeEach(() => {
  streams.length = 0
  page = new FakeDocument()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function subscribe() {
  const messages: unknown[] = []
  const live: boolean[] = []
  const onRefused = vi.fn<() => void>()
  const close = subscribeToEvents('/events', {
    schema: z.object({ type: z.literal('done') }),
    heartbeat: { event: 'alive', everyMs: 15_000 },
    onMessage: (message) => messages.push(message),
    onLive: (isLive) => live.push(isLive),
    onRefused,
  })
  return { messages, live, onRefused, close }
}
function passWithHeartbeats(minutes: number) {
  for (let beats = 0; beats < 4 * minutes; beats++) {
    vi.advanceTimersByTime(15_000)
    streams.at(-1)?.emit('alive')
  }
}

test('messages that do not match the schema are ignored', () => {
  const { messages } = subscribe()
  for (const data of ['{"type":"done"}', '{"type":"other"}', 'not JSON'])
    streams[0]?.emit('message', data)
  expect(messages).toEqual([{ type: 'done' }])
})

test('a rejected stream is requested again, more slowly each time, and reported once', () => {
  const { onRefused } = subscribe()
  streams[0]?.reject()
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(2)
  streams[1]?.reject()
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(2)
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(3)
  expect(onRefused).toHaveBeenCalledTimes(1)
  streams[2]?.open()
  streams[2]?.reject()
  expect(onRefused).toHaveBeenCalledTimes(2)
})

test('a stream without heartbeats is replaced', () => {
  const { live } = subscribe()
  streams[0]?.open()
  passWithHeartbeats(5)
  vi.advanceTimersByTime(44_000)
  expect(streams).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(streams.map(({ readyState }) => readyState)).toEqual([2, 1])
  vi.advanceTimersByTime(10_000)
  expect(live).toEqual([true, false])
  streams[1]?.open()
  expect(live).toEqual([true, false, true])
  passWithHeartbeats(5)
  expect(streams).toHaveLength(2)
})

test('a short interruption is not reported, a long one is, and the browser reconnects by itself', () => {
  const { live } = subscribe()
  streams[0]?.open()
  streams[0]?.emit('error')
  vi.advanceTimersByTime(9000)
  streams[0]?.open()
  passWithHeartbeats(1)
  expect(streams).toHaveLength(1)
  expect(live).toEqual([true, true])
  streams[0]?.emit('error')
  vi.advanceTimersByTime(10_000)
  expect(live).toEqual([true, true, false])
})

test('a hidden page unsubscribes after a while and subscribes again when it is visible', () => {
  subscribe()
  streams[0]?.open()
  page.setHidden(true)
  vi.advanceTimersByTime(4000)
  page.setHidden(false)
  vi.advanceTimersByTime(10_000)
  expect(streams.map(({ readyState }) => readyState)).toEqual([1])
  page.setHidden(true)
  vi.advanceTimersByTime(5000)
  expect(streams[0]?.readyState).toBe(2)
  vi.advanceTimersByTime(60_000)
  page.setHidden(false)
  expect(streams).toHaveLength(2)
})

test('nothing is requested before the page is visible or after closing', () => {
  page.hidden = true
  const { close, live } = subscribe()
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(0)
  page.setHidden(false)
  streams[0]?.reject()
  close()
  vi.advanceTimersByTime(2_000_000)
  page.setHidden(false)
  expect(streams).toHaveLength(1)
  expect(live).toEqual([])
})
