import pg from 'pg'

// `node --import record-statements.ts <program>`: whenever it is sent `statements`, the program tells what it has asked
// the database since, and the texts' values.
export type Statement = { text: string; values: unknown[]; name?: string }

let seen: Statement[] = []
const ask = pg.Client.prototype.query as (this: pg.Client, it: Statement) => Promise<unknown>
pg.Client.prototype.query = function (this: pg.Client, it: Statement) {
  // What background work asks meanwhile is nobody's request.
  if (it.values && !it.text.includes('graphile_worker')) seen.push({ ...it })
  return ask.call(this, it)
} as typeof pg.Client.prototype.query
process.on('message', (it) => {
  if (it !== 'statements') return
  process.send?.({ statements: seen })
  seen = []
})
