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
  const { kind } = options
  const call = kind === 'call' ? await openCall() : undefined
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: microphoneConstraints(options),
      ...(kind === 'camera' && { video: cameraConstraints(options) }),
    })
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
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: microphoneConstraints(options),
  })
  const [microphone] = stream.getAudioTracks()
  if (!microphone) throw new DOMException('There is no microphone.', 'NotFoundError')
  return microphone
}

/** No sample rate: Firefox refuses it. `ideal`: a device that is gone is replaced by the default. */
const microphoneConstraints = ({ kind, isRaw, microphoneId }: RecordingOptions) => ({
  ...(microphoneId && { deviceId: { ideal: microphoneId } }),
  echoCancellation: kind === 'call',
  noiseSuppression: !isRaw,
  // It raises the noise of pauses.
  autoGainControl: false,
})

const cameraConstraints = ({ cameraId }: RecordingOptions) => ({
  ...(cameraId && { deviceId: { ideal: cameraId } }),
  width: { ideal: 640 },
  height: { ideal: 360 },
  frameRate: { ideal: 15, max: 15 },
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
