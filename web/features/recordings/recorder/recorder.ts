import { getUser } from '#contract/accounts/auth.ts'
import { call } from '#web/lib/api.ts'
import { onSignOut } from '#web/lib/sign-out.ts'
import { uploadState } from '../transfer.ts'
import { discardUpload, startTransfer } from '../tus-transfer.ts'
import { askBeforeLeaving } from '../uploads.ts'
import { openCapture } from './capture.ts'
import { createRecorder } from './create-recorder.ts'
import type { Recorder } from './recorder-state.ts'
import { createSender } from './send.ts'
import { openStore } from './store.ts'
import { createTabs } from './tabs.ts'

const { locks } = navigator
const files = openStore()
/** Whose recordings are seen. */
let userId: string | undefined
let asking: Promise<string> | undefined

const tabs = createTabs({
  locks,
  getUserId: () => userId,
  onOtherTab: () => machine.tell(),
  onKept: () => userId !== undefined && void load(userId),
})
const sender = createSender({
  files,
  locks,
  startTransfer,
  discardUpload,
  getUploadState: uploadState,
  wait,
  onChange: () => machine.tell(),
  onKept: () => tabs.announceKept(),
})
const machine = createRecorder(
  { files, sender, tabs, openCapture, everySecond, stayHere, getFreeBytes, now: () => Date.now() },
  identify,
)

export const recorder: Recorder = machine.recorder

onSignOut(() => {
  sender.stopAll()
  userId = undefined
  void recorder.stop()
})

async function identify() {
  if (userId !== undefined) return userId
  asking ??= call(getUser, {})
    .then(async ({ id }) => {
      userId = id
      tabs.askWhere()
      await load(id)
      return id
    })
    .finally(() => (asking = undefined))
  return asking
}

/** A store that cannot be read shows nothing; starting a recording tells why. */
const load = (id: string) => sender.load(id).catch(() => {})

function everySecond(tick: () => void) {
  const worker = new Worker(new URL('./ticks.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', tick)
  return () => worker.terminate()
}

function stayHere() {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  async function keepAwake() {
    // A low battery refuses it.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isOver) await lock?.release()
  }
  // The browser releases it in a hidden page.
  const onVisible = () => document.visibilityState === 'visible' && void keepAwake()
  void keepAwake()
  document.addEventListener('visibilitychange', onVisible)
  addEventListener('beforeunload', askBeforeLeaving)
  return () => {
    isOver = true
    void lock?.release()
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('beforeunload', askBeforeLeaving)
  }
}

async function getFreeBytes() {
  // A hint that most browsers refuse.
  void navigator.storage.persist?.().catch(() => {})
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined ? undefined : quota - (usage ?? 0)
}

async function wait(ms: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const done = () => resolve()
  addEventListener('online', done)
  signal.addEventListener('abort', done)
  await promise
  clearTimeout(timer)
  removeEventListener('online', done)
  signal.removeEventListener('abort', done)
}
