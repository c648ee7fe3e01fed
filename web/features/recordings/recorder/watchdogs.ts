import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import type { Reading } from './capture.ts'
import type { RecorderWarning } from './recorder-state.ts'

/** Seconds, as everything here is counted in: the clock ticks once each. */
const silentAfter = 15
const stuckAfter = 6
const heldUpAfter = 10
/** A gap between two ticks that is no busy machine. */
const asleepAfter = 8
/** How long something that is over is still told. */
const toldFor = { asleep: 60, rate: 60, microphone: 10 }
/** Hz: what Bluetooth has while its microphone is on. */
const phoneQuality = 16_000
/** Bytes. */
const littleRoom = 50_000_000

/** Where the next file begins, and a little before it. */
export const fullBytes = maxRecordingBytes * 0.95
const nearlyFullBytes = maxRecordingBytes * 0.9

/** What is known besides the devices. */
export type Progress = {
  isPaused: boolean
  /** Of the file being written. */
  bytes: number
  isHeldUp: boolean
  isSignedOut: boolean
  isRefused: boolean
  /** Undefined where the browser doesn't tell. */
  freeBytes: number | undefined
}

/** Counts, so that a machine that slept through them raises no alarm. */
export function createWatchdogs() {
  let lastAt: number | undefined
  let withoutChunk = 0
  let device: Reading['microphone'] | undefined
  const quiet = { microphone: 0, call: 0, arriving: 0 }
  const since = { asleep: Infinity, rate: Infinity, microphone: Infinity }

  return {
    /** Something was recorded. */
    chunk() {
      withoutChunk = 0
    },
    /** Called each second; `at` in milliseconds since 1970. `isStuck`: the encoder gives nothing any more. */
    tick({ microphone, call, isCameraGone }: Reading, progress: Progress, at: number) {
      const { isPaused } = progress
      for (const key of ['asleep', 'rate', 'microphone'] as const) since[key] += 1
      if (lastAt !== undefined && at - lastAt > asleepAfter * 1000) since.asleep = 0
      lastAt = at
      if (!microphone.isLive || microphone.losses !== (device?.losses ?? 0)) since.microphone = 0
      if (device?.id === microphone.id && device.sampleRate !== microphone.sampleRate)
        since.rate = 0
      device = microphone
      quiet.microphone = isPaused || microphone.level > 0 ? 0 : quiet.microphone + 1
      quiet.call = isPaused || !call || call.level > 0 ? 0 : quiet.call + 1
      quiet.arriving = progress.isHeldUp ? quiet.arriving + 1 : 0
      withoutChunk = isPaused ? 0 : withoutChunk + 1

      const raised: Record<RecorderWarning, boolean> = {
        silent:
          microphone.isLive && !isPaused && (microphone.isMuted || quiet.microphone >= silentAfter),
        'call-silent': call?.isLive === true && quiet.call >= silentAfter,
        'call-ended': call?.isLive === false,
        'microphone-gone': since.microphone < toldFor.microphone,
        'camera-gone': isCameraGone,
        'phone-quality': (microphone.sampleRate ?? Infinity) <= phoneQuality,
        asleep: since.asleep < toldFor.asleep,
        'sample-rate-changed': since.rate < toldFor.rate,
        'no-room': (progress.freeBytes ?? Infinity) < littleRoom,
        'nearly-full': progress.bytes > nearlyFullBytes,
        'not-arriving': quiet.arriving >= heldUpAfter,
        'signed-out': progress.isSignedOut,
        refused: progress.isRefused,
      }
      const isStuck = withoutChunk >= stuckAfter
      if (isStuck) withoutChunk = 0
      const warnings = (Object.keys(raised) as RecorderWarning[]).filter((it) => raised[it])
      return { warnings, isStuck }
    },
  }
}
