import { expect, test } from 'vitest'
import { findDevice, recordChoice, suggestKind } from './record-choice.ts'

const storage = (items = new Map<string, string>()) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
})

test('a choice is remembered, and anything else in its place is ignored', () => {
  const items = new Map<string, string>()
  const memory = recordChoice(storage(items))
  expect(memory.recall()).toEqual({ kinds: {}, isRaw: false, speakers: 2 })
  const chosen = {
    ...{ kinds: { call: 'call' as const }, isRaw: true, speakers: 3 },
    microphone: { id: 'm1', label: 'Desk microphone' },
  }
  memory.remember(chosen)
  expect(memory.recall()).toEqual(chosen)
  for (const key of items.keys()) items.set(key, '{"speakers":"many"}')
  expect(memory.recall().speakers).toBe(2)
})

test.each([
  [{}, true, true, 'call'],
  [{}, true, false, 'microphone'],
  [{}, false, true, 'camera'],
  [{ room: 'microphone' }, false, true, 'microphone'],
  [{ room: 'microphone' }, true, true, 'call'],
  [{ call: 'microphone' }, true, true, 'microphone'],
] as const)('with %o, by call %s, where calls can be recorded %s: %s', (kinds, isCall, can, kind) =>
  expect(suggestKind({ kinds }, { isCall, canRecordCalls: can })).toBe(kind),
)

test('a device is found again by its id, or by its label after the browser gave it another', () => {
  const devices = [
    { deviceId: 'a', label: 'Built-in' },
    { deviceId: 'b', label: 'Desk microphone' },
    { deviceId: 'c', label: '' },
  ]
  expect(findDevice(devices, { id: 'b', label: 'renamed' })?.deviceId).toBe('b')
  expect(findDevice(devices, { id: 'gone', label: 'Desk microphone' })?.deviceId).toBe('b')
  expect(findDevice(devices, { id: 'gone', label: '' })).toBeUndefined()
  expect(findDevice(devices, undefined)).toBeUndefined()
})
