import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { draftSaver } from './draft-saver.ts'
import { type EditLines, editLines, areSameLines, segmentsOf } from './edit-lines.ts'

const saidOf = (text: string) => editLines([{ start: 0, end: 1, speaker: 'A', text }])
const initial = saidOf('initial')
const refusal = (status: number, code: string, error: string) =>
  new ApiError(status, '', JSON.stringify({ code, error, requestId: 'r' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The draft on a server that can be away, lose its answer, or refuse. */
function openDraft() {
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
  const load = () =>
    server.draft && {
      segments: segmentsOf(server.draft.lines),
      ...{ version: server.draft.version, transcriptVersion: 1, savedAt: '2026-03-04T10:00:00Z' },
    }
  const saver = draftSaver(
    { lines: initial, version: 0, savedAt: undefined },
    {
      send: async (lines, version) => send(lines, version),
      load: async () => load(),
      isSame: (lines, draft) => areSameLines(lines, draft.segments),
    },
  )
  void saver.resume()
  return { saver, server, put, saved: () => server.draft?.lines[0]?.text }
}

test('what is changed is saved a moment after the last change', async () => {
  const { saver, server, saved } = openDraft()
  saver.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(600)
  saver.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(600)
  expect(server.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(server.sent).toEqual(['two'])
  expect(saved()).toBe('two')
  expect(saver.isSaved()).toBe(true)
})

test('whoever leaves has the last change saved at once, also one made while another is sent', async () => {
  const { saver, server, saved } = openDraft()
  saver.change(saidOf('one'))
  const left = saver.flush()
  saver.change(saidOf('two'))
  expect(await left).toBe(true)
  expect(server.sent).toEqual(['one', 'two'])
  expect(saved()).toBe('two')
})

test('what cannot be saved is said to whoever leaves', async () => {
  const { saver, server } = openDraft()
  server.fault = 'away'
  saver.change(saidOf('one'))
  expect(await saver.flush()).toBe(false)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
})

test('a server that is away, or has too much to do, is tried again until it answers', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = 'away'
  saver.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(700)
  server.fault = refusal(429, 'too-many-requests', 'Slowly.')
  await vi.advanceTimersByTimeAsync(5000)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(5000)
  expect(saved()).toBe('one')
  expect(saver.state().problem).toBeUndefined()
})

test('lines that the server refuses are not sent again before they change, and the reason is there', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = refusal(400, 'invalid', 'A transcript dependencies at least one line.')
  saver.change([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toHaveLength(1)
  expect(saver.state().problem).toEqual({ kind: 'rejected', error: server.fault })
  server.fault = undefined
  saver.change(saidOf('one'))
  expect(saver.state().problem).toBeUndefined()
  await vi.advanceTimersByTimeAsync(700)
  expect(saved()).toBe('one')
})

test('an answer that was lost is found out, and is no other window', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = 'lost'
  saver.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(700)
  server.fault = 'away'
  saver.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(5000)
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved()).toBe('two')
  expect(server.draft?.version).toBe(2)
  expect(saver.state().problem).toBeUndefined()
})

test('another window that went on is told, nothing is sent over it, and one’s own can take its place', async () => {
  const { saver, server, put, saved } = openDraft()
  put(saidOf('other-window'))
  saver.change(saidOf('one'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
  expect(server.sent).toHaveLength(1)
  expect(saved()).toBe('other-window')
  expect(saver.isSaved()).toBe(false)
  await saver.overwrite()
  expect(saved()).toBe('one')
  saver.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(700)
  expect(saved()).toBe('two')
})

test('what is done with the draft as a whole waits for what is sent, knows its version, and sends nothing behind it', async () => {
  const { saver, server } = openDraft()
  saver.change(saidOf('one'))
  const flushed = saver.flush()
  expect(await saver.pause()).toBe(1)
  await flushed
  saver.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual(['one'])
  await saver.resume()
  await vi.advanceTimersByTimeAsync(700)
  expect(server.sent).toEqual(['one', 'two'])
})

test('the version is known also where the answer was lost', async () => {
  const { saver, server } = openDraft()
  server.fault = 'lost'
  saver.change(saidOf('one'))
  await saver.flush()
  expect(await saver.pause()).toBe(1)
  expect(saver.isSaved()).toBe(true)
})

test('a server that never had it still has the draft that was read', async () => {
  const { saver, server } = openDraft()
  server.fault = 'away'
  saver.change(saidOf('one'))
  await saver.flush()
  expect(await saver.pause()).toBe(0)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
})

test('a draft that was refused as another window’s is looked for, also where all was saved', async () => {
  const { saver, put } = openDraft()
  put(saidOf('other-window'))
  await saver.resume(refusal(409, 'stale', 'This draft is open in another window.'))
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
})

test('a draft that went by what one did with it, though the answer was lost, is no other window’s: a new one begins', async () => {
  const { saver, server, saved } = openDraft()
  saver.change(saidOf('one'))
  await saver.flush()
  await saver.pause()
  server.draft = null
  await saver.resume(new TypeError('lost'))
  saver.change(saidOf('two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved()).toBe('two')
  expect(saver.state().problem).toBeUndefined()
  // Thrown away elsewhere after that, it is.
  server.draft = null
  saver.change(saidOf('three'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
})
