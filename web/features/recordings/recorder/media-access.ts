import { type DeviceChoice, openDevices } from './capture-sources.ts'
import { findProblem, type MediaProblem } from './media-problems.ts'

const getNames = (withCamera: boolean) =>
  withCamera ? (['microphone', 'camera'] as const) : (['microphone'] as const)

/** What the browser would answer without a question; nothing where it doesn't tell. */
async function readPermissions(withCamera: boolean) {
  const states = await Promise.all(
    getNames(withCamera).map((name) =>
      navigator.permissions?.query({ name }).then(
        ({ state }) => [state],
        // Some browsers know no such permission.
        () => [],
      ),
    ),
  )
  return states.flatMap((it) => it ?? [])
}

/** Whether opening them asks nothing. */
export async function isAllowedAlready(withCamera: boolean) {
  const states = await readPermissions(withCamera)
  return states.length > 0 && states.every((it) => it === 'granted')
}

/** Why nothing can be recorded here at all. */
export function findObstacle(): MediaProblem | undefined {
  if (!isSecureContext) return 'insecure'
  const hasAll = 'mediaDevices' in navigator && 'MediaRecorder' in window
  return hasAll ? undefined : 'unsupported'
}

/** Chromium alone tells. */
type WithPolicy = { featurePolicy?: { allowsFeature: (name: string) => boolean } }
const isAllowedByPolicy = (name: string) =>
  (document as WithPolicy).featurePolicy?.allowsFeature(name) ?? true

/** The problem behind an error of a browser's media call. */
export async function explainError(
  error: unknown,
  { withCamera, isOfCall }: { withCamera: boolean; isOfCall: boolean },
): Promise<MediaProblem> {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const asked = isOfCall ? ['display-capture'] : getNames(withCamera)
  return findProblem({
    ...{ name, message, isOfCall },
    permissions: await readPermissions(withCamera),
    isAllowedByPolicy: asked.every(isAllowedByPolicy),
  })
}

export type Preview = {
  stream: MediaStream
  /** 0 to 1. */
  getLevel: () => number
  microphoneId: string | undefined
  cameraId: string | undefined
  devices: readonly MediaDeviceInfo[]
  close: () => void
}

/** Opens microphone and camera to be seen and heard before the recording. */
export async function openPreview(choice: DeviceChoice): Promise<Preview> {
  const stream = await openDevices(choice)
  const meter = openMeter(stream)
  const [microphone] = stream.getAudioTracks()
  const [camera] = stream.getVideoTracks()
  return {
    stream,
    getLevel: meter.getLevel,
    microphoneId: microphone?.getSettings().deviceId,
    cameraId: camera?.getSettings().deviceId,
    devices: await navigator.mediaDevices.enumerateDevices(),
    close: () => {
      for (const track of stream.getTracks()) track.stop()
      meter.close()
    },
  }
}

/** Decibels below full scale that still move a meter. */
const range = 60

function openMeter(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  const samples = new Float32Array(analyser.fftSize)
  context.createMediaStreamSource(stream).connect(analyser)
  return {
    getLevel: () => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, it) => sum + it * it, 0) / samples.length
      return Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / range)
    },
    // A closed context is closed already.
    close: () => void context.close().catch(() => undefined),
  }
}
