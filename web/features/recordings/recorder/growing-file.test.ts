import { expect, test, vi } from 'vitest'
import { GrowingFile } from './growing-file.ts'

const content = new TextEncoder().encode('what was said')
const open = () =>
  new GrowingFile(async (start, end) => content.slice(start, end).buffer as ArrayBuffer)
const read = async (slice: ReturnType<GrowingFile['slice']>) => {
  const { value, done } = await slice
  return { text: await value.text(), done }
}

test('a part is read once it is there', async () => {
  const file = open()
  file.grow(2)
  const part = read(file.slice(0, 4))
  file.grow(6)
  expect(await part).toEqual({ text: 'what', done: false })
})

test('the last part is what is left when the recording ends', async () => {
  const file = open()
  file.grow(content.length)
  const part = read(file.slice(9, 100))
  file.end()
  expect(await part).toEqual({ text: 'said', done: true })
})

test('a recording whose size is a multiple of the parts ends with an empty part', async () => {
  const file = open()
  file.grow(4)
  expect(await read(file.slice(0, 4))).toEqual({ text: 'what', done: false })
  const part = read(file.slice(4, 8))
  file.end()
  expect(await part).toEqual({ text: '', done: true })
})

test('what is there is sent after some seconds, also while the recording is paused', async () => {
  vi.useFakeTimers()
  try {
    const file = open()
    const part = read(file.slice(0, 100))
    await vi.advanceTimersByTimeAsync(7000)
    file.grow(4)
    expect(await part).toEqual({ text: 'what', done: false })
  } finally {
    vi.useRealTimers()
  }
})

test('a read of an ended request never answers, and the next request reads again', async () => {
  const file = open()
  let hasAnswered = false
  void file.slice(0, 4).then(() => (hasAnswered = true))
  file.dropReads()
  const part = read(file.slice(0, 4))
  file.grow(4)
  expect(await part).toEqual({ text: 'what', done: false })
  expect(hasAnswered).toBe(false)
})
