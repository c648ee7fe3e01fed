// How well the built-in reader of numbers reads: precision, recall and each slip, over made dialogues. "unseen" was written
// before the rules and not run before they were done; "words" before metrics had words of their own.
import { readFileSync } from 'node:fs'
import { dialoguesIn, measured } from '#server/providers/llm/numbers/measure.ts'

const asked = process.argv.slice(2)
for (const name of asked.length ? asked : ['seen', 'unseen', 'words']) {
  const file = readFileSync(new URL(`./numbers/${name}.txt`, import.meta.url), 'utf8')
  const dialogues = dialoguesIn(file).map((it) => ({ ...it, ...measured(it) }))
  for (const { name: title, wrong, missed } of dialogues) {
    if (wrong.length) console.log(`  wrong in "${title}": ${wrong.join(', ')}`)
    if (missed.length) console.log(`  missed in "${title}": ${missed.join(', ')}`)
  }
  const sum = (of: 'right' | 'wrong' | 'missed') =>
    dialogues.reduce((total, it) => total + it[of].length, 0)
  const [right, wrong, missed] = [sum('right'), sum('wrong'), sum('missed')]
  const precision = (right / (right + wrong)).toFixed(3)
  const recall = (right / (right + missed)).toFixed(3)
  console.log(
    `${name}: ${dialogues.length} dialogues, ${right + missed} values; precision ${precision}, recall ${recall}`,
  )
}
