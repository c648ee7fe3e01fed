import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { draftSaver } from './draft-saver.ts'

const refusal = (status: number, code: string, error: string) =>
  new ApiError(status, '', JSON.stringify({ code, error, requestId: 'r' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A draft on a server that can be unavailable, lose its response, or refuse. */
function openDraft() {
  const server = {
    draft: null as { text: string; version: number; savedAt: string } | null,
    sent: [] as string[],
    fault: undefined as 'away' | 'lost' | Error | undefined,
  }
  const put = (text: string) => {
    const version = (server.draft?.version ?? 0) + 1
    return (server.draft = { text, version, savedAt: '2026-03-04T10:00:00Z' })
  }
  const send = (text: string, version: number | undefined) => {
    server.sent.push(text)
    const { fault } = server
    if (fault === 'away') throw new TypeError('away')
    if (fault instanceof Error) throw fault
    if (version !== undefined && version !== (server.draft?.version ?? 0))
      throw refusal(409, 'stale', 'This draft is open in another window.')
    const answer = put(text)
    if (fault === 'lost') throw new TypeError('lost')
    return answer
  }
  const saver = draftSaver(
    { content: 'initial', version: 0, savedAt: undefined },
    {
      send: async (text, version) => send(text, version),
      load: async () => server.draft,
      isSame: (text, draft) => text === draft.text,
    },
  )
  void saver.resume()
  return { saver, server, put, saved: () => server.draft?.text }
}

test('changes are saved a moment after the last one', async () => {
  const { saver, server, saved } = openDraft()
  saver.change('one')
  await vi.advanceTimersByTimeAsync(600)
  saver.change('two')
  await vi.advanceTimersByTimeAsync(600)
  expect(server.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(server.sent).toEqual(['two'])
  expect(saved()).toBe('two')
  expect(saver.isSaved()).toBe(true)
})

test('flushing saves the last change at once, even one made during a save', async () => {
  const { saver, server, saved } = openDraft()
  saver.change('one')
  const left = saver.flush()
  saver.change('two')
  expect(await left).toBe(true)
  expect(server.sent).toEqual(['one', 'two'])
  expect(saved()).toBe('two')
})

test('flushing reports that a change could not be saved', async () => {
  const { saver, server } = openDraft()
  server.fault = 'away'
  saver.change('one')
  expect(await saver.flush()).toBe(false)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
})

test('saving is retried while the server is unavailable or overloaded', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = 'away'
  saver.change('one')
  await vi.advanceTimersByTimeAsync(700)
  server.fault = refusal(429, 'too-many-requests', 'Slowly.')
  await vi.advanceTimersByTimeAsync(5000)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(5000)
  expect(saved()).toBe('one')
  expect(saver.state().problem).toBeUndefined()
})

test('what was rejected is not sent again until it changes, and the error is shown', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = refusal(400, 'invalid', 'It needs at least one word.')
  saver.change('')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toHaveLength(1)
  expect(saver.state().problem).toEqual({ kind: 'rejected', error: server.fault })
  server.fault = undefined
  saver.change('one')
  expect(saver.state().problem).toBeUndefined()
  await vi.advanceTimersByTimeAsync(700)
  expect(saved()).toBe('one')
})

test('a save whose response was lost is not mistaken for another window', async () => {
  const { saver, server, saved } = openDraft()
  server.fault = 'lost'
  saver.change('one')
  await vi.advanceTimersByTimeAsync(700)
  server.fault = 'away'
  saver.change('two')
  await vi.advanceTimersByTimeAsync(5000)
  server.fault = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved()).toBe('two')
  expect(server.draft?.version).toBe(2)
  expect(saver.state().problem).toBeUndefined()
})

test('changes of another window are reported and not overwritten unless the user decides so', async () => {
  const { saver, server, put, saved } = openDraft()
  put('other-window')
  saver.change('one')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
  expect(server.sent).toHaveLength(1)
  expect(saved()).toBe('other-window')
  expect(saver.isSaved()).toBe(false)
  await saver.overwrite()
  expect(saved()).toBe('one')
  saver.change('two')
  await vi.advanceTimersByTimeAsync(700)
  expect(saved()).toBe('two')
})

test('what another window saved is taken over where nothing is unsaved', async () => {
  const { saver, server, put } = openDraft()
  saver.adopt('theirs', put('theirs'))
  expect(saver.state().latest).toBe('theirs')
  saver.change('mine')
  saver.adopt('more of theirs', put('more of theirs'))
  expect(saver.state().latest).toBe('mine')
  await vi.advanceTimersByTimeAsync(700)
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
  expect(server.draft?.text).toBe('more of theirs')
})

test('pausing waits for the running save, returns its version and sends nothing until saving is resumed', async () => {
  const { saver, server } = openDraft()
  saver.change('one')
  const flushed = saver.flush()
  expect(await saver.pause()).toBe(1)
  await flushed
  saver.change('two')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.sent).toEqual(['one'])
  await saver.resume()
  await vi.advanceTimersByTimeAsync(700)
  expect(server.sent).toEqual(['one', 'two'])
})

test('pausing returns the saved version even if the response was lost', async () => {
  const { saver, server } = openDraft()
  server.fault = 'lost'
  saver.change('one')
  await saver.flush()
  expect(await saver.pause()).toBe(1)
  expect(saver.isSaved()).toBe(true)
})

test('pausing returns the version that was read if a change never arrived', async () => {
  const { saver, server } = openDraft()
  server.fault = 'away'
  saver.change('one')
  await saver.flush()
  expect(await saver.pause()).toBe(0)
  expect(saver.state().problem).toEqual({ kind: 'unsent' })
})

test('resuming after a stale refusal reports another window, even if everything was saved', async () => {
  const { saver, put } = openDraft()
  put('other-window')
  await saver.resume(refusal(409, 'stale', 'This draft is open in another window.'))
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
})

test('after an action removed the draft and its response was lost, the next change creates a new draft', async () => {
  const { saver, server, saved } = openDraft()
  saver.change('one')
  await saver.flush()
  await saver.pause()
  server.draft = null
  await saver.resume(new TypeError('lost'))
  saver.change('two')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved()).toBe('two')
  expect(saver.state().problem).toBeUndefined()
  // A later deletion is that of another window.
  server.draft = null
  saver.change('three')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saver.state().problem).toEqual({ kind: 'other-window' })
})
