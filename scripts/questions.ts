import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Prompts on the terminal, without echo for secrets. Answers may also be piped in, one per line. */
export function openQuestions() {
  let isSecret = false
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({
    input: process.stdin,
    output: screen,
    terminal: process.stdin.isTTY,
    historySize: 0,
  })
  lines.once('SIGINT', () => process.exit(130))
  let isClosed = false
  lines.once('close', () => (isClosed = true))
  // Buffers lines that arrive before their question, as a pipe sends all of them at once.
  const answers = lines[Symbol.asyncIterator]()
  return {
    ask: async (question: string, { isSecret: hide = false } = {}) => {
      lines.setPrompt(question)
      // A pipe may have ended before its last line is needed.
      if (!isClosed) lines.prompt()
      isSecret = hide
      const { value, done } = await answers.next()
      if (hide || !process.stdin.isTTY) process.stdout.write('\n')
      isSecret = false
      if (done) throw new Error('The input ended too early.')
      return hide ? value : value.trim()
    },
    close: () => lines.close(),
  }
}
