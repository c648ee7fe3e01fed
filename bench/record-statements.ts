import pg from 'pg'

// `node --import record-statements.ts <program>`: on the message `statements` the program sends the SQL statements run
// since the last one, with their parameters.
export type Statement = { text: string; values: unknown[] }

let seen: Statement[] = []
type Ask = (this: pg.Client, text: unknown, values?: unknown[], ...rest: unknown[]) => unknown
const { prototype }: { prototype: object } = pg.Client
const ask = Reflect.get(prototype, 'query') as Ask
const recorded: Ask = function (text, values, ...rest) {
  // Skips statements of background jobs.
  if (typeof text === 'string' && values && !text.includes('pgboss.')) seen.push({ text, values })
  return ask.call(this, text, values, ...rest)
}
Reflect.set(prototype, 'query', recorded)
process.on('message', (it) => {
  if (it !== 'statements') return
  process.send?.({ statements: seen })
  seen = []
})
