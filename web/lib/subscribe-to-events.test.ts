import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { subscribeToEvents } from './subscribe-to-events.ts'

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
  sign() {
    this.dispatchEvent(new MessageEvent('alive', { data: '{}' }))
  }
  begin() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  /** The server answered with something that is no stream. */
  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
}

/** Stands for the page. */
class FakePage extends EventTarget {
  hidden = false
  become(seen: 'in sight' | 'out of sight') {
    this.hidden = seen === 'out of sight'
    this.dispatchEvent(new Event('visibilitychange'))
  }
}
let page: FakePage

beforeEach(() => {
  streams.length = 0
  page = new FakePage()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function listening() {
  const heard: unknown[] = []
  const told: boolean[] = []
  const onRefused = vi.fn<() => void>()
  const close = subscribeToEvents('/events', {
    schema: z.object({ type: z.literal('done') }),
    heartbeat: { event: 'alive', everyMs: 15_000 },
    onMessage: (message) => heard.push(message),
    onLive: (isLive) => told.push(isLive),
    onRefused,
  })
  return { heard, told, onRefused, close }
}
/** Signs of life come, as they do on a good line. */
function goOn(minutes: number) {
  for (let signs = 0; signs < 4 * minutes; signs++) {
    vi.advanceTimersByTime(15_000)
    streams.at(-1)?.sign()
  }
}
const isOpen = (stream: FakeStream | undefined) => stream?.readyState === 1

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
  vi.advanceTimersByTime(3000)
  streams[0]?.begin()
  goOn(5)
  expect(streams).toHaveLength(1)
})

test('a line that was cut in silence is left for another one', () => {
  const { told, heard } = listening()
  streams[0]?.begin()
  goOn(5)
  vi.advanceTimersByTime(44_000)
  expect(streams).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(streams).toHaveLength(2)
  expect(streams.map(isOpen)).toEqual([false, true])
  expect(told).toEqual([true])
  vi.advanceTimersByTime(10_000)
  expect(told).toEqual([true, false])
  vi.advanceTimersByTime(35_000)
  expect(streams).toHaveLength(3)
  streams[2]?.begin()
  streams[2]?.say('{"type":"done"}')
  expect(told).toEqual([true, false, true])
  expect(heard).toHaveLength(1)
  goOn(5)
  expect(streams).toHaveLength(3)
})

test('a refusal is told once, until there was a stream again', () => {
  const { onRefused } = listening()
  streams[0]?.refuse()
  vi.advanceTimersByTime(1000)
  streams[1]?.refuse()
  expect(onRefused).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2000)
  streams[2]?.begin()
  streams[2]?.refuse()
  expect(onRefused).toHaveBeenCalledTimes(2)
})

test('that nothing is heard is told after a while, and not of a break that soon ends', () => {
  const { told } = listening()
  streams[0]?.begin()
  goOn(1)
  streams[0]?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(9000)
  streams[0]?.begin()
  goOn(1)
  expect(told).toEqual([true, true])
  streams[0]?.refuse()
  for (const tried of [1, 2]) {
    vi.advanceTimersByTime(4000)
    streams[tried]?.refuse()
  }
  expect(told).toEqual([true, true])
  vi.advanceTimersByTime(4000)
  expect(told).toEqual([true, true, false])
})

test('a page that is out of sight for a while listens no more, until it is seen again', () => {
  const { told } = listening()
  streams[0]?.begin()
  page.become('out of sight')
  vi.advanceTimersByTime(4000)
  page.become('in sight')
  goOn(1)
  expect(streams).toHaveLength(1)
  expect(isOpen(streams[0])).toBe(true)
  page.become('out of sight')
  vi.advanceTimersByTime(5000)
  expect(isOpen(streams[0])).toBe(false)
  vi.advanceTimersByTime(60_000)
  page.become('in sight')
  expect(streams).toHaveLength(2)
  expect(told).toEqual([true])
})

test('a page that was never seen does not begin to listen', () => {
  page.hidden = true
  const { close } = listening()
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(0)
  close()
  page.become('in sight')
  expect(streams).toHaveLength(0)
})

test('a page out of sight does not go on asking for a stream that was refused', () => {
  listening()
  streams[0]?.refuse()
  page.become('out of sight')
  vi.advanceTimersByTime(5000)
  const asked = streams.length
  streams.at(-1)?.refuse()
  vi.advanceTimersByTime(120_000)
  expect(streams.length).toBe(asked)
})

test('who stops listening hears nothing any more', () => {
  const { close, told } = listening()
  streams[0]?.refuse()
  close()
  vi.advanceTimersByTime(2_000_000)
  page.become('in sight')
  expect(streams).toHaveLength(1)
  expect(told).toEqual([])
})
