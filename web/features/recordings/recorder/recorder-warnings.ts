import type { RecorderWarning } from './recorder-state.ts'

type WarningWords = {
  /** What is wrong. */
  says: string
  /** What to do. */
  step: string
}

export const warningWords: Record<RecorderWarning, WarningWords> = {
  silent: {
    says: 'No sound from your microphone.',
    step: 'Check that it’s switched on and not muted, or choose another one.',
  },
  'call-silent': {
    says: 'No sound from the call.',
    step: 'Check that the client isn’t muted. If they talk, stop, and start again with the sound of the tab.',
  },
  'call-ended': {
    says: 'The tab or window of the call was closed. Only your microphone is recorded.',
    step: 'To record the call again, stop, and start a second part.',
  },
  'microphone-gone': {
    says: 'The microphone was disconnected.',
    step: 'The recording continues with another one as soon as there is one.',
  },
  'camera-gone': {
    says: 'The camera stopped. The sound is still recorded.',
    step: 'To record the picture again, stop, and start a second part.',
  },
  'phone-quality': {
    says: 'Your headset sends sound in phone quality.',
    step: 'Choose the computer’s own microphone and keep listening on the headset.',
  },
  asleep: {
    says: 'This device was asleep. Nothing was recorded meanwhile.',
    step: 'Keep it awake and plugged in until the end.',
  },
  'sample-rate-changed': {
    says: 'The sound of your microphone changed in quality.',
    step: 'If a headset did that, choose the computer’s own microphone.',
  },
  'no-room': {
    says: 'This device is almost full.',
    step: 'Free some space. When it’s full, the recording stops and is saved up to there.',
  },
  'nearly-full': {
    says: 'The recording is close to its maximum size.',
    step: 'Nothing to do: a second part begins by itself.',
  },
  'not-arriving': {
    says: 'The server can’t be reached. The recording is kept on this device.',
    step: 'Keep recording. It’s sent when the connection is back.',
  },
  refused: {
    says: 'The server doesn’t take this recording: consent may have been withdrawn.',
    step: 'Stop recording to read why. What was recorded is kept on this device until you discard it.',
  },
  'signed-out': {
    says: 'You’re signed out. The recording is kept on this device.',
    step: 'Keep recording, and sign in again to send it.',
  },
}
