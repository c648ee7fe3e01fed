import { z } from 'zod'
import { maxSpeakers } from '#contract/recordings/recordings.ts'

const kind = z.enum(['camera', 'microphone', 'call'])
/** The browser forgets ids with its other site data; the label finds the device again. */
const device = z.object({ id: z.string(), label: z.string() })
export type RememberedDevice = z.infer<typeof device>

const choice = z.object({
  /** In a room and by video call. */
  kinds: z.object({ room: kind.optional(), call: kind.optional() }),
  microphone: device.optional(),
  camera: device.optional(),
  isRaw: z.boolean(),
  speakers: z.int().min(1).max(maxSpeakers),
})
/** How the next recording of this browser begins. */
export type RecordChoice = z.infer<typeof choice>

const first: RecordChoice = { kinds: {}, isRaw: false, speakers: 2 }
const key = 'maylab.record'

export const recordChoice = (storage: Pick<Storage, 'getItem' | 'setItem'>) => ({
  recall(): RecordChoice {
    try {
      return choice.parse(JSON.parse(storage.getItem(key) ?? 'null'))
    } catch {
      return first
    }
  },
  remember(chosen: RecordChoice) {
    try {
      storage.setItem(key, JSON.stringify(chosen))
    } catch {
      // Storage is full or switched off.
    }
  },
})

/** The kind of a session's recording before somebody chooses. */
export function suggestKind(
  { kinds }: Pick<RecordChoice, 'kinds'>,
  { isCall, canRecordCalls }: { isCall: boolean; canRecordCalls: boolean },
) {
  const suggested = isCall ? (kinds.call ?? 'call') : (kinds.room ?? 'camera')
  return suggested === 'call' && !canRecordCalls ? 'microphone' : suggested
}

type Device = Pick<MediaDeviceInfo, 'deviceId' | 'label'>

/** The remembered device among those of today, by id or else by label. */
export const findDevice = <D extends Device>(
  devices: readonly D[],
  remembered: RememberedDevice | undefined,
) =>
  remembered &&
  (devices.find(({ deviceId }) => deviceId === remembered.id) ??
    devices.find(({ label }) => label !== '' && label === remembered.label))
