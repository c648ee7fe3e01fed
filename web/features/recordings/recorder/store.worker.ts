import { openIndexedDbFiles } from './indexed-db-files.ts'
import { hasSyncHandles, openOpfsFiles } from './opfs-files.ts'
import type { RecordingFiles } from './recording-files.ts'

export type StoreCall = { number: number; name: keyof RecordingFiles; input: unknown[] }
export type StoreAnswer = {
  number: number
  value?: unknown
  error?: { name: string; message: string }
}

const files = hasSyncHandles()
  ? // A private window may refuse it.
    openOpfsFiles().catch(openIndexedDbFiles)
  : openIndexedDbFiles()
let last: Promise<unknown> = files

/** One call after the other, in their order. */
addEventListener('message', ({ data }: MessageEvent<StoreCall>) => {
  last = last.catch(() => {}).then(() => answer(data))
})

async function answer({ number, name, input }: StoreCall) {
  try {
    const act = (await files)[name] as (...input: unknown[]) => Promise<unknown>
    const value = await act(...input)
    reply({ number, value }, value instanceof ArrayBuffer ? [value] : [])
  } catch (error) {
    const { name: kind, message } = error as Error
    reply({ number, error: { name: kind, message } }, [])
  }
}

const reply = (answer: StoreAnswer, transfer: Transferable[]) => postMessage(answer, { transfer })
