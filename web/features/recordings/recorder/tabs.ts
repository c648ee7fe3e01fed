import type { Recorder } from './recorder-state.ts'

type Place = NonNullable<ReturnType<Recorder['getOtherTab']>>
type Message = { userId: string | undefined } & (
  | { about: 'where' }
  | { about: 'recording'; place: Place }
  | { about: 'kept' }
)
type Dependencies = {
  locks: LockManager
  getUserId: () => string | undefined
  /** Another tab began or ended a recording. */
  onOtherTab: () => void
  /** Another tab changed what is kept, or was closed with a recording. */
  onKept: () => void
}

/** The tab that records holds this lock, which the browser releases with the tab. */
const lockName = 'recorder'

/** One recording in a browser: the tabs of one user tell each other where it runs. */
export function createTabs({ locks, getUserId, onOtherTab, onKept }: Dependencies) {
  const channel = new BroadcastChannel('recorder')
  let otherTab: Place | null = null
  let mine: Place | null = null

  const tell = (message: { about: 'where' | 'kept' } | { about: 'recording'; place: Place }) =>
    channel.postMessage({ userId: getUserId(), ...message } satisfies Message)

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.userId === undefined || data.userId !== getUserId()) return
    if (data.about === 'kept') onKept()
    else if (data.about === 'where') {
      if (mine) tell({ about: 'recording', place: mine })
    } else {
      if (!otherTab) void waitForEnd()
      otherTab = data.place
      onOtherTab()
    }
  })

  async function waitForEnd() {
    await locks.request(lockName, { mode: 'shared' }, () => {})
    otherTab = null
    onOtherTab()
    onKept()
  }

  return {
    getOtherTab: () => otherTab,
    /** Once the user is known. */
    askWhere: () => tell({ about: 'where' }),
    announceKept: () => tell({ about: 'kept' }),
    /** Null if another tab records; otherwise ends the claim. */
    async claim(place: Place) {
      const released = Promise.withResolvers<void>()
      const isMine = await new Promise<boolean>((resolve) => {
        const hold = (lock: Lock | null) => {
          resolve(lock !== null)
          return lock ? released.promise : undefined
        }
        // Refused, for example in some private windows: then tabs don't know of each other.
        locks.request(lockName, { ifAvailable: true }, hold).catch(() => resolve(true))
      })
      if (!isMine) return null
      mine = place
      tell({ about: 'recording', place })
      return () => {
        mine = null
        released.resolve()
      }
    },
  }
}

export type Tabs = ReturnType<typeof createTabs>
