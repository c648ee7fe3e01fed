import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { call } from './api.ts'
import { watchUserActivity } from './user-activity.ts'

const page = new EventTarget()
watchUserActivity(page)
const heads: Headers[] = []
beforeEach(() => {
  heads.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    heads.push(new Headers(headers))
    return Promise.reject(new Error('No server'))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const isMarked = async () => {
  await call(getUser, {}).catch(() => undefined)
  return heads.at(-1)?.has('x-unattended')
}

test.each(['pointerdown', 'keydown', 'wheel'])(
  'what a page reads within a minute of a %s is somebody’s doing, and later its own',
  async (act) => {
    page.dispatchEvent(new Event(act))
    vi.advanceTimersByTime(59_000)
    expect(await isMarked()).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(await isMarked()).toBe(true)
    page.dispatchEvent(new Event(act))
    expect(await isMarked()).toBe(false)
  },
)
