import { afterEach, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/auth.ts'
import { call } from './api.ts'
import { watchUserActivity } from './user-activity.ts'

const page = new EventTarget()
watchUserActivity(page)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each(['pointerdown', 'keydown', 'wheel'])(
  'requests are marked as unattended from one minute after the last %s',
  async (type) => {
    vi.useFakeTimers()
    const marks: boolean[] = []
    vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
      marks.push(new Headers(headers).has('x-unattended'))
      return Promise.reject(new Error('offline'))
    })
    for (const passedMs of [59_000, 60_000]) {
      page.dispatchEvent(new Event(type))
      vi.advanceTimersByTime(passedMs)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await call(getUser, {}).catch(() => undefined)
    }
    expect(marks).toEqual([false, true])
  },
)
