import { expect, test } from 'vitest'
import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import type { Reading } from './capture.ts'
import { createWatchdogs, type Progress } from './watchdogs.ts'

const spoken = {
  id: 'built-in',
  isLive: true,
  losses: 0,
  isMuted: false,
  level: 0.5,
  sampleRate: 48_000,
}
const fine: Progress = {
  isPaused: false,
  bytes: 1000,
  isHeldUp: false,
  isSignedOut: false,
  isRefused: false,
  freeBytes: undefined,
}

/** Seconds of a recording in which data comes every two. */
function watch() {
  const dogs = createWatchdogs()
  let at = Date.UTC(2026, 10, 29, 10)
  let seconds = 0
  return {
    dogs,
    sleep: (ms: number) => (at += ms),
    run: (count: number, reading: Partial<Reading> = {}, progress: Partial<Progress> = {}) => {
      const all = { microphone: spoken, isCameraGone: false, ...reading }
      let last = dogs.tick(all, { ...fine, ...progress }, (at += 1000))
      for (let i = 1; i < count; i++) {
        if (seconds++ % 2) dogs.chunk()
        last = dogs.tick(all, { ...fine, ...progress }, (at += 1000))
      }
      return last.warnings
    },
  }
}

test('a recording in which everything works has no warnings', () => {
  expect(watch().run(100)).toEqual([])
})

test.each<[string, Partial<Reading>, Partial<Progress>, number, string[]]>([
  ['14 s of silence', { microphone: { ...spoken, level: 0 } }, {}, 14, []],
  ['15 s of silence', { microphone: { ...spoken, level: 0 } }, {}, 15, ['silent']],
  ['a pause', { microphone: { ...spoken, level: 0 } }, { isPaused: true }, 60, []],
  ['a muted microphone', { microphone: { ...spoken, isMuted: true } }, {}, 1, ['silent']],
  ['a silent call', { call: { isLive: true, level: 0 } }, {}, 15, ['call-silent']],
  ['a call that ended', { call: { isLive: false, level: 0 } }, {}, 20, ['call-ended']],
  [
    'no microphone',
    { microphone: { ...spoken, isLive: false, level: 0 } },
    {},
    1,
    ['microphone-gone'],
  ],
  ['no camera', { isCameraGone: true }, {}, 1, ['camera-gone']],
  ['Bluetooth', { microphone: { ...spoken, sampleRate: 16_000 } }, {}, 1, ['phone-quality']],
  ['little room', {}, { freeBytes: 10_000_000 }, 1, ['no-room']],
  ['a long recording', {}, { bytes: maxRecordingBytes * 0.91 }, 1, ['nearly-full']],
  ['9 s without the server', {}, { isHeldUp: true }, 9, []],
  ['10 s without the server', {}, { isHeldUp: true }, 10, ['not-arriving']],
  ['an ended login', {}, { isSignedOut: true }, 1, ['signed-out']],
  ['a withdrawn consent', {}, { isRefused: true }, 1, ['refused']],
])('%s', (_what, reading, progress, seconds, warnings) => {
  const { run } = watch()
  expect(run(seconds, reading, progress)).toEqual(warnings)
})

test('a machine that slept is told, not taken for silence or a stuck encoder', () => {
  const { run, sleep, dogs } = watch()
  run(4)
  sleep(3_600_000)
  const { warnings, isStuck } = dogs.tick(
    { microphone: { ...spoken, level: 0 }, isCameraGone: false },
    fine,
    Date.UTC(2026, 10, 29, 11, 0, 5),
  )
  expect({ warnings, isStuck }).toEqual({ warnings: ['asleep'], isStuck: false })
})

test('a microphone that was replaced is still told for ten seconds', () => {
  const { run } = watch()
  run(2)
  const next = { microphone: { ...spoken, id: 'next', losses: 1 } }
  expect(run(10, next)).toEqual(['microphone-gone'])
  expect(run(1, next)).toEqual([])
})

test('another sample rate of one device is told, of another device not', () => {
  const { run } = watch()
  run(2)
  const changed = { ...spoken, sampleRate: 44_100 }
  expect(run(1, { microphone: { ...changed, id: 'headset' } })).toEqual([])
  expect(run(1, { microphone: { ...spoken, id: 'headset' } })).toEqual(['sample-rate-changed'])
})

test('an encoder without data for 6 s is stuck, a paused one is not', () => {
  const { dogs } = watch()
  const reading = { microphone: spoken, isCameraGone: false }
  const tick = (second: number, isPaused = false) =>
    dogs.tick(reading, { ...fine, isPaused }, second * 1000).isStuck
  expect([1, 2, 3, 4, 5].map((it) => tick(it))).not.toContain(true)
  expect(tick(6)).toBe(true)
  expect(tick(7)).toBe(false)
  expect([8, 9, 10, 11, 12, 13, 14, 15].map((it) => tick(it, true))).not.toContain(true)
})
