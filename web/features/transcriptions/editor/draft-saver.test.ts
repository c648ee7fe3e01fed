import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { draftSaver } from './draft-saver.ts'
import { type EditLines, editLines, areSameLines, segmentsOf } from './edit-lines.ts'

const saidOf = (text: string) => editLines([{ start: 0, end: 1, speaker: 'A', text }])
const begun = saidOf('begun')
const refusal = (status: number, code: string, error: string) =>
  new ApiError(status, '', JSON.stringify({ code, error, requestId: 'r' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The draft on a server that can be away, lose its answer, or refuse. */
function opened() {
  const server = {
    draft: null as { lines: EditLines; version: number } | null,
    sent: [] as string[],
    fault: undefined as 'away' | 'lost' | Error | undefined,
  }
  const put = (lines: EditLines) => {
    server.draft = { lines, version: (server.draft?.version ?? 0) + 1 }
    return { version: server.draft.version, savedAt: '2026-03-04T10:00:00Z' }
  }
  const send = (lines: EditLines, version: number | undefined) => {
    server.sent.push(lines[0]?.text ?? '')
    const { fault } = server
    if (fault === 'away') throw new TypeError('away')
    if (fault instanceof Error) throw fault
    if (version !== undefined && version !== (server.draft?.version ?? 0))
      throw refusal(409, 'stale', 'This draft is open in another window.')
    const answer = put(lines)
    if (fault === 'lost') throw new TypeError('lost')
    return answer
  }
  const look = () =>
    server.draft && {
      segments: segmentsOf(server.draft.lines),
      ...{ version: server.draft.version, transcriptVersion: 1, savedAt: '2026-03-04T10:00:00Z' },
    }
  const keeper = draftSaver(
    { lines: begun, version: 0, savedAt: undefined },
    {
      send: async (lines, version) => send(lines, version),
      look: async () => look(),
      isSame: (lines, draft) => areSameLines(lines, draft.segments),
    },
  )
  void keeper.goOn()
  return { keeper, server, put, kept: () => server.draft?.lines[0]?.text }
}

test('what is changed is kept a moment after the last change', async () => {
  const { keeper, server, kept } = opened()
  keeper.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(600)
  keeper.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(600)
  expect(server.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(server.sent).toEqual(['two'])
  expect(kept()).toBe('two')
  expect(keeper.isKept()).toBe(true)
})

test('whoever leaves has the last change kept at once, also one made while another is sent', async () => {
  const { keeper, server, kept } = opened()
  keeper.change(saidOf('one'))
  const left = keeper.flush()
  keeper.change(saidOf('two'))
  expect(await left).toBe(true)
  expect(server.sent).toEqual(['one', 'two'])
  expect(kept()).toBe('two')
})

test('what cannot be kept is said to whoever leaves', async () => {
  const { keeper, server } = opened()
  server.fault = 'away'
  keeper.change(saidOf('one'))
  expect(await keeper.flush()).toBe(false)
  expect(keeper.state().trouble).toEqual({ kind: 'missed' })
})

test('a server that is away, or has too much to do, is tried again until it answers', async () => {
  const { keeper, server, kept } = opened()
  server.fault = 'away'
  keeper.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(700)
  server.fault = refusal(429, 'too-many-requests', 'Slowly.')
  await vi.advanceTimersByTimeAsync(5000)
  expect(keeper.state().trouble).toEqual({ kind: 'missed' })
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(5000)
  expect(kept()).toBe('one')
  expect(keeper.state().trouble).toBeUndefined()
})

test('lines that the server refuses are not sent again before they change, and the reason is there', async () => {
  const { keeper, server, kept } = opened()
  server.fault = refusal(400, 'invalid', 'A transcript needs at least one line.')
  keeper.change([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toHaveLength(1)
  expect(keeper.state().trouble).toEqual({ kind: 'refused', error: server.fault })
  server.fault = undefined
  keeper.change(saidOf('one'))
  expect(keeper.state().trouble).toBeUndefined()
  await vi.advanceTimersByTimeAsync(700)
  expect(kept()).toBe('one')
})

test('an answer that was lost is found out, and is no other window', async () => {
  const { keeper, server, kept } = opened()
  server.fault = 'lost'
  keeper.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(700)
  server.fault = 'away'
  keeper.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(5000)
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept()).toBe('two')
  expect(server.draft?.version).toBe(2)
  expect(keeper.state().trouble).toBeUndefined()
})

test('another window that went on is told, nothing is sent over it, and one’s own can take its place', async () => {
  const { keeper, server, put, kept } = opened()
  put(saidOf('elsewhere'))
  keeper.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.state().trouble).toEqual({ kind: 'elsewhere' })
  expect(server.sent).toHaveLength(1)
  expect(kept()).toBe('elsewhere')
  expect(keeper.isKept()).toBe(false)
  await keeper.keepThis()
  expect(kept()).toBe('one')
  keeper.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(700)
  expect(kept()).toBe('two')
})

test('what is done with the draft as a whole waits for what is sent, knows its version, and sends nothing behind it', async () => {
  const { keeper, server } = opened()
  keeper.change(saidOf('one'))
  const flushed = keeper.flush()
  expect(await keeper.rest()).toBe(1)
  await flushed
  keeper.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual(['one'])
  await keeper.goOn()
  await vi.advanceTimersByTimeAsync(700)
  expect(server.sent).toEqual(['one', 'two'])
})

test('the version is known also where the answer was lost', async () => {
  const { keeper, server } = opened()
  server.fault = 'lost'
  keeper.change(saidOf('one'))
  await keeper.flush()
  expect(await keeper.rest()).toBe(1)
  expect(keeper.isKept()).toBe(true)
})

test('a server that never had it still has the draft that was read', async () => {
  const { keeper, server } = opened()
  server.fault = 'away'
  keeper.change(saidOf('one'))
  await keeper.flush()
  expect(await keeper.rest()).toBe(0)
  expect(keeper.state().trouble).toEqual({ kind: 'missed' })
})

test('a draft that was refused as another window’s is looked for, also where all was kept', async () => {
  const { keeper, put } = opened()
  put(saidOf('elsewhere'))
  await keeper.goOn(refusal(409, 'stale', 'This draft is open in another window.'))
  expect(keeper.state().trouble).toEqual({ kind: 'elsewhere' })
})

test('a draft that went by what one did with it, though the answer was lost, is no other window’s: a new one begins', async () => {
  const { keeper, server, kept } = opened()
  keeper.change(saidOf('one'))
  await keeper.flush()
  await keeper.rest()
  server.draft = null
  await keeper.goOn(new TypeError('lost'))
  keeper.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept()).toBe('two')
  expect(keeper.state().trouble).toBeUndefined()
  // Thrown away elsewhere after that, it is.
  server.draft = null
  keeper.change(saidOf('three'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keeper.state().trouble).toEqual({ kind: 'elsewhere' })
})
