import type { RecordingOptions } from './recorder-state.ts'

/** What the browser understands and the types don't know yet. */
type DisplayOptions = DisplayMediaStreamOptions & {
  systemAudio?: 'include'
  selfBrowserSurface?: 'exclude'
}

export type Sources = {
  microphone: MediaStreamTrack
  camera?: MediaStreamTrack
  call?: { picture: MediaStreamTrack; sound: MediaStreamTrack }
}

/** Asks for the picture of the call first: browsers allow it only on a click. Throws DOMException as they do. */
export async function openSources(options: RecordingOptions): Promise<Sources> {
  const call = options.kind === 'call' ? await openCall() : undefined
  try {
    const stream = await openDevices(options)
    const [microphone] = stream.getAudioTracks()
    const [camera] = stream.getVideoTracks()
    if (!microphone) throw new DOMException('There is no microphone.', 'NotFoundError')
    return { microphone, ...(camera && { camera }), ...(call && { call }) }
  } catch (error) {
    call?.picture.stop()
    call?.sound.stop()
    throw error
  }
}

export async function openMicrophone(options: RecordingOptions) {
  const stream = await openDevices(
    options.kind === 'camera' ? { ...options, kind: 'microphone' } : options,
  )
  const [microphone] = stream.getAudioTracks()
  if (!microphone) throw new DOMException('There is no microphone.', 'NotFoundError')
  return microphone
}

/** What is opened besides the picture and sound of a call. */
export type DeviceChoice = Pick<RecordingOptions, 'kind' | 'isRaw' | 'microphoneId' | 'cameraId'>

/** Microphone and, for the kind `camera`, camera. A chosen device that is gone is replaced by the default. */
export async function openDevices(choice: DeviceChoice) {
  try {
    return await askFor(choice)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'OverconstrainedError') throw error
    const { kind, isRaw } = choice
    return askFor({ kind, isRaw })
  }
}

/** `exact`: Chromium would open its default instead of an `ideal` microphone. No sample rate: Firefox refuses it. */
const askFor = ({ kind, isRaw, microphoneId, cameraId }: DeviceChoice) =>
  navigator.mediaDevices.getUserMedia({
    audio: {
      ...(microphoneId && { deviceId: { exact: microphoneId } }),
      echoCancellation: kind === 'call',
      noiseSuppression: !isRaw,
      // It raises the noise of pauses.
      autoGainControl: false,
    },
    video: kind === 'camera' && {
      ...(cameraId && { deviceId: { exact: cameraId } }),
      width: { ideal: 640 },
      height: { ideal: 360 },
      frameRate: { ideal: 15, max: 15 },
    },
  })

async function openCall() {
  const asked: DisplayOptions = {
    video: { width: { max: 1280 }, height: { max: 720 }, frameRate: { max: 5 } },
    audio: { suppressLocalAudioPlayback: false } as MediaTrackConstraints,
    systemAudio: 'include',
    selfBrowserSurface: 'exclude',
  }
  const stream = await navigator.mediaDevices.getDisplayMedia(asked)
  const [picture] = stream.getVideoTracks()
  const [sound] = stream.getAudioTracks()
  if (picture && sound) return { picture, sound }
  for (const track of stream.getTracks()) track.stop()
  throw new DOMException('The shared window has no sound.', 'NotFoundError')
}
