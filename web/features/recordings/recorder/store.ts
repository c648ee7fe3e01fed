import type { RecordingFiles } from './recording-files.ts'
import type { StoreAnswer, StoreCall } from './store.worker.ts'

type Pending = PromiseWithResolvers<unknown>

/** The files, in a worker: only there writes are synchronous, and a busy page delays none. */
export function openStore(): RecordingFiles {
  const worker = new Worker(new URL('./store.worker.ts', import.meta.url), { type: 'module' })
  const pending = new Map<number, Pending>()
  let calls = 0
  worker.addEventListener('message', ({ data }: MessageEvent<StoreAnswer>) => {
    const { number, value, error } = data
    if (error) {
      const { message, name } = error
      pending.get(number)?.reject(new DOMException(message, name))
    } else pending.get(number)?.resolve(value)
    pending.delete(number)
  })
  // Its script did not load.
  worker.addEventListener('error', () => {
    for (const { reject } of pending.values())
      reject(new DOMException('This browser cannot save recordings.', 'NotSupportedError'))
    pending.clear()
  })

  function ask(name: StoreCall['name'], input: unknown[]) {
    const answer = Promise.withResolvers<unknown>()
    pending.set(++calls, answer)
    const call: StoreCall = { number: calls, name, input }
    worker.postMessage(call, {
      transfer: input.filter((it) => it instanceof ArrayBuffer),
    })
    return answer.promise
  }
  const method = <Name extends keyof RecordingFiles>(name: Name) =>
    ((...input: unknown[]) => ask(name, input)) as unknown as RecordingFiles[Name]
  return {
    create: method('create'),
    append: method('append'),
    change: method('change'),
    close: method('close'),
    list: method('list'),
    read: method('read'),
    open: method('open'),
    remove: method('remove'),
  }
}
