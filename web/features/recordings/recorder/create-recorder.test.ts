import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRecorder } from './create-recorder.ts'
import type { RecordingOptions } from './recorder-state.ts'
import { aRecording, fakeCapture, FakeLocks, memoryFiles, openSender } from './recorder-fakes.ts'
import { createTabs } from './tabs.ts'
import { fullBytes } from './watchdogs.ts'

const options: RecordingOptions = {
  ...{ sessionId: 'session-1', clientId: 'client-1', clientName: 'Mia Wong' },
  ...{ kind: 'camera', isRaw: false, speakers: 2 },
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A tab of a browser, with seconds that pass when the test says so. */
function openTab({ locks = new FakeLocks(), memory = memoryFiles(), free = 1e12 } = {}) {
  const devices = fakeCapture()
  const { sender, transfers } = openSender(memory.files, locks)
  let tick = () => {}
  const tabs = createTabs({
    locks,
    getUserId: () => 'coach-1',
    onOtherTab() {},
    onKept: () => void sender.load('coach-1'),
  })
  const { recorder } = createRecorder(
    {
      ...{ files: memory.files, sender, tabs },
      openCapture: async () => devices.capture,
      everySecond(each) {
        tick = each
        return () => devices.did.push('stop ticks')
      },
      stayHere: () => () => devices.did.push('may leave'),
      getFreeBytes: async () => free,
      now: () => Date.now(),
    },
    async () => {
      tabs.askWhere()
      await sender.load('coach-1')
      return 'coach-1'
    },
  )
  return {
    ...{ recorder, devices, memory, transfers, locks },
    pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        vi.setSystemTime(Date.now() + 1000)
        tick()
      }
    },
    /** Seconds with data, as an encoder gives it. */
    async record(seconds: number, text = 'words') {
      this.pass(seconds)
      devices.encoders.at(-1)?.reports.chunk(new Blob([text]))
      await new Promise((resolve) => setTimeout(resolve))
    },
    isSaved: () => expect.poll(() => recorder.getState()),
  }
}

test('what is recorded is saved and sent while it runs, and kept until it has arrived', async () => {
  const tab = openTab()
  const { recorder, memory, devices, transfers } = tab
  const started = recorder.start(options)
  expect(recorder.getState().phase).toBe('starting')
  await started
  await tab.record(2)
  await tab.isSaved().toMatchObject({ phase: 'recording', savedUntil: new Date(), warnings: [] })
  expect(recorder.getKept()).toEqual([])
  await expect.poll(() => transfers.length).toBe(1)
  transfers[0]?.reports.arrived?.(5)
  tab.pass(1)
  expect(recorder.getState()).toMatchObject({ arrivedUntil: new Date(Date.now() - 1000) })

  await recorder.stop()
  expect(recorder.getState()).toEqual({ phase: 'idle' })
  expect(recorder.getKept()).toMatchObject([{ bytes: 8, durationMs: 3000, status: 'sending' }])
  expect([...memory.kept.values()]).toMatchObject([{ isStopped: true, bytes: 8 }])
  expect(devices.did.slice(-4)).toEqual(['stop 1', 'close', 'stop ticks', 'may leave'])
})

test('a pause leaves no time, and nothing is heard in it', async () => {
  const tab = openTab()
  await tab.recorder.start(options)
  tab.pass(10)
  tab.recorder.pause()
  tab.pass(100)
  expect(tab.recorder.getState()).toMatchObject({ phase: 'paused', elapsedMs: 10_000 })
  expect(tab.devices.encoders[0]?.isPaused).toBe(true)
  tab.recorder.resume()
  tab.pass(5)
  expect(tab.recorder.getState()).toMatchObject({ phase: 'recording', elapsedMs: 15_000 })
  expect(tab.devices.did).toEqual(['encode 1', 'mute', 'unmute'])
})

test('a full disk ends the recording and keeps what is there', async () => {
  const tab = openTab()
  await tab.recorder.start(options)
  await tab.record(2)
  tab.memory.fill(2)
  await tab.record(2)
  await tab.isSaved().toEqual({ phase: 'idle' })
  expect(tab.recorder.getKept()).toMatchObject([
    { bytes: 5, durationMs: 2000, error: 'The recording ended early: this device is full.' },
  ])
  expect(tab.devices.did).toContain('close')
})

test('a recording does not start on a device without room', async () => {
  const tab = openTab({ free: 1_000_000 })
  await expect(tab.recorder.start(options)).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(tab.recorder.getState()).toEqual({ phase: 'idle' })
  expect(tab.devices.did).toEqual(['close'])
})

test('before the limit a second part begins, and only then the first one ends', async () => {
  const tab = openTab()
  await tab.recorder.start(options)
  await tab.record(2, 'x')
  const big = { arrayBuffer: async () => new ArrayBuffer(), size: fullBytes } as Blob
  tab.devices.encoders[0]?.reports.chunk(big)
  await expect.poll(() => tab.devices.did).toEqual(['encode 1', 'encode 2', 'stop 1'])
  await tab.record(2)
  expect(tab.recorder.getState()).toMatchObject({ phase: 'recording', elapsedMs: 4000 })
  expect(tab.recorder.getKept()).toMatchObject([{ status: 'sending', durationMs: 2000 }])
  await tab.recorder.stop()
  expect(tab.recorder.getKept().map((it) => it.durationMs)).toEqual([2000, 2000])
})

test('an encoder that gives nothing for 6 s is replaced, and a part without a byte is not kept', async () => {
  const tab = openTab()
  await tab.recorder.start(options)
  await tab.record(2)
  tab.pass(6)
  await expect.poll(() => tab.devices.did).toEqual(['encode 1', 'encode 2', 'stop 1'])
  tab.devices.encoders[1]?.reports.broken()
  await expect.poll(() => tab.devices.encoders.length).toBe(3)
  await tab.recorder.stop()
  expect(tab.recorder.getState()).toEqual({ phase: 'idle' })
})

test('a second tab does not record, and says where the recording runs', async () => {
  const locks = new FakeLocks()
  const memory = memoryFiles()
  const first = openTab({ locks, memory })
  const second = openTab({ locks, memory })
  await first.recorder.start(options)
  await expect.poll(() => second.recorder.getOtherTab()?.clientName).toBe('Mia Wong')
  await expect(second.recorder.start(options)).rejects.toMatchObject({ name: 'InvalidStateError' })
  const third = openTab({ locks, memory })
  third.recorder.subscribe(() => {})
  await expect.poll(() => third.recorder.getOtherTab()?.sessionId).toBe('session-1')
  await first.recorder.stop()
  await expect.poll(() => second.recorder.getOtherTab()).toBeNull()
  await second.recorder.start(options)
  expect(second.recorder.getState().phase).toBe('recording')
})

test('a recording that is refused while it runs goes on here, and says why once it is stopped', async () => {
  const tab = openTab()
  await tab.recorder.start(options)
  await tab.record(2)
  await expect.poll(() => tab.transfers.length).toBe(1)
  const message = 'Mia has withdrawn the consent to recordings.'
  tab.transfers[0]?.reports.failed({ message, isRefused: true, status: 403 })
  await tab.record(2)
  await tab.recorder.stop()
  expect(tab.recorder.getKept()).toMatchObject([{ status: 'failed', error: message, bytes: 13 }])
})

test('what a crash left of the session is sent before the next part', async () => {
  const before = { ...aRecording, isStopped: false }
  const tab = openTab({ memory: memoryFiles([before]) })
  await tab.recorder.start(options)
  await tab.record(2)
  await expect.poll(() => tab.transfers.length).toBe(1)
  expect(tab.transfers[0]?.file.isEnded).toBe(true)
  expect(tab.recorder.getKept()).toMatchObject([{ id: 'one', status: 'sending' }])
})

test('devices that are refused leave nothing behind', async () => {
  const tab = openTab()
  const denied = new DOMException('denied', 'NotAllowedError')
  const refusing = createRecorder(
    {
      ...{ files: tab.memory.files, ...openSender(tab.memory.files) },
      tabs: createTabs({
        locks: tab.locks,
        getUserId: () => 'coach-1',
        onOtherTab() {},
        onKept() {},
      }),
      openCapture: () => Promise.reject(denied),
      everySecond: () => () => {},
      stayHere: () => () => {},
      getFreeBytes: async () => 1e12,
      now: () => Date.now(),
    },
    async () => 'coach-1',
  ).recorder
  await expect(refusing.start(options)).rejects.toBe(denied)
  expect(refusing.getState()).toEqual({ phase: 'idle' })
  expect(tab.memory.kept.size).toBe(0)
})
