import net from 'node:net'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: string; body: string }

/** Sends raw bytes over a new connection; resolves with the response once the connection closes. */
export async function rawCall(origin: string, ...pieces: (string | Uint8Array)[]) {
  const socket = net.connect(Number(new URL(origin).port), '127.0.0.1')
  for (const piece of pieces) socket.write(piece)
  return answerIn(await text(socket))
}

/** The lines of a request that closes its connection, with the headers of a same-origin request. */
export const requestLines = (origin: string, first: string, ...headers: string[]) =>
  [
    `${first} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    ...(headers.some((it) => /^origin:/i.test(it)) ? [] : [`Origin: ${origin}`]),
    ...headers,
    'Connection: close',
    '',
    '',
  ].join('\r\n')

export function answerIn(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  return {
    status: Number(answer.split(' ')[1]),
    headers: answer.slice(0, end).toLowerCase(),
    body: answer.slice(end + 4),
  }
}
