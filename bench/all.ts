import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { type Figure, goalOf, ratioOf, shown } from './figure.ts'

// `npm run bench [-- NAME …]`: runs all benches, or those, one after the other, and prints one table of figures and
// goals. Takes about an hour. Run `npm run build` and `npm run models` first.
const benches: Record<string, string[]> = {
  'cpu-per-request': [],
  upload: [],
  load: [],
  lists: ['30'],
  screen: [],
  'transcript-quality': [],
  start: [],
}
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches)
const figures: Figure[] = []
const failed: string[] = []

for (const name of chosen) {
  console.log(`\n== ${name}`)
  const child = fork(new URL(`./${name}.ts`, import.meta.url), benches[name] ?? [])
  child.on('message', (figure) => figures.push(figure as Figure))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) failed.push(name)
}

console.log('\nfigure | goal | measured | measured against goal')
for (const it of figures) {
  const ratio = ratioOf(it)
  console.log(
    [it.name, goalOf(it), shown(it), `${ratio.toFixed(2)}${ratio <= 1 ? '' : ' missed'}`].join(
      ' | ',
    ),
  )
}
for (const name of failed) console.log(`${name} failed`)
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
process.exitCode = failed.length ? 1 : 0
