import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'

/** A request with a file, or a part of it, as its body. */
export type Sent = {
  address: string
  method: string
  headers: Record<string, string | number>
  file: string
  start?: number
  end?: number
}
export type Answered = { status: number; said: string } | { error: string }

// The least a caller can do, in a process that does nothing else: with all of a bench in its memory, collecting garbage takes as
// much of the processor as sending does, from whatever is measured. Told what to send, it answers what came back.
process.on('message', ({ call, sent }: { call: number; sent: Sent }) => {
  void answerTo(sent)
    .catch((error: unknown) => ({ error: String(error) }))
    .then((answered) => process.send?.({ call, answered }))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answerTo({ address, method, headers, file, ...part }: Sent): Promise<Answered> {
  const sending = request(address, { method, headers })
  const answer = new Promise<Answered>((resolve, reject) => {
    sending.once('error', reject).once('response', (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject)
    })
  })
  const [answered] = await Promise.all([answer, pipeline(createReadStream(file, part), sending)])
  return answered
}
