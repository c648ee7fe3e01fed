import pg from 'pg'

// `node --import record-statements.ts <program>`: whenever it is sent `statements`, the program tells what it has asked
// the database since, and the texts' values.
export type Statement = { text: string; values: unknown[]; name?: string }

let seen: Statement[] = []
type Ask = (this: pg.Client, it: Statement) => Promise<unknown>
const { prototype }: { prototype: object } = pg.Client
const ask = Reflect.get(prototype, 'query') as Ask
const recorded: Ask = function (it) {
  // What background work asks meanwhile is nobody's request.
  if (it.values && !it.text.includes('graphile_worker'))
    seen.push({ text: it.text, values: it.values, ...(it.name && { name: it.name }) })
  return ask.call(this, it)
}
Reflect.set(prototype, 'query', recorded)
process.on('message', (it) => {
  if (it !== 'statements') return
  process.send?.({ statements: seen })
  seen = []
})
