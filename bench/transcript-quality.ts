// Measures the built-in transcription of recordings with a known truth: number of speakers, speaker and word accuracy
// and sentence ends, in the raw transcript and in the conversation, as well as speed and memory (Linux only).
//
//     node bench/transcript-quality.ts [--without-vosk] [RECORDING.webm …]
//
// Each recording needs its RECORDING.truth.json beside it. Needs the speech models (npm run models).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config/config.ts'
import { formatConversation } from '#server/features/analysis/built-in/conversation.ts'
import { localTranscriber } from '#server/providers/transcription/local/local.ts'
import {
  type Ends,
  f1,
  precision,
  recall,
  type ReferenceWord,
  sentenceEnds,
  speakerAccuracy,
  wordErrorRate,
} from '#server/test/measure-transcript.ts'
import { ensureModels } from '#server/providers/transcription/local/models.ts'
import { formatRawText } from '#server/providers/transcript/transcript-text.ts'
import { quantile, report } from './figure.ts'

const seenWhileTuning = ['mm', 'pair-carlo-allison']
const ours = [
  ...['one-voice', 'one-voice-far', 'fluent-alone'],
  ...['three-voices', 'three-voices-far', 'fluent-family'],
  ...['four-voices', 'four-voices-noisy'],
  ...seenWhileTuning,
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-vosk': { type: 'boolean', default: false } },
})
const media = fileURLToPath(new URL('../server/test/media/', import.meta.url))
const recordings = positionals.length ? positionals : ours.map((name) => `${media}${name}.webm`)
const { modelsDir } = readConfig(process.env)
await ensureModels(modelsDir)

const none = (): Ends => ({ right: 0, found: 0, said: 0 })
const sums = { raw: none(), inside: none(), conversation: none() }
const speeds: number[] = []
let peakMemory = 0
for (const recording of recordings) {
  const name = path.parse(recording).name
  const truth = path.join(path.dirname(recording), `${name}.truth.json`)
  const { turns } = JSON.parse(readFileSync(truth, 'utf8')) as { turns: ReferenceWord[] }
  const begun = performance.now()
  let memory = 0
  const transcriber = localTranscriber({
    modelsDir,
    ...(values['without-vosk'] && { hasVosk: false }),
  })
  const { transcript } = await transcriber.begin(recording, {
    signal: new AbortController().signal,
    onProgress: () => (memory = Math.max(memory, memoryOfChildren())),
  })
  const seconds = (performance.now() - begun) / 1000
  const { segments, warnings, duration } = transcript
  const words = segments.flatMap(({ speaker, words: own = [] }) =>
    own.map((word) => ({ ...word, speaker })),
  )
  speeds.push(duration / seconds)
  peakMemory = Math.max(peakMemory, memory)
  const isSeen = seenWhileTuning.includes(name)
  console.log(`\n${name}${isSeen ? ' (seen while tuning, not in the sum)' : ''}`)
  console.log(`  ${(duration / seconds).toFixed(1)} times real time, ${memory} MB`)
  console.log(`  voices: ${countOf(segments)} found of ${countOf(turns)}  ${warnings.join(' ')}`)
  console.log(`  words under the right speaker: ${percent(speakerAccuracy(turns, words).share)}`)
  if (turns.some(({ text }) => text.endsWith('.g722'))) continue
  const said = turns.map(({ text }) => text).join(' ')
  console.log(`  wrong words: ${percent(wordErrorRate(said, segments.map(textOf).join(' ')))}`)
  const raw = sentenceEnds(turns, segments)
  const conversation = sentenceEnds(turns, blocksOf(formatConversation(formatRawText(segments))))
  printEnds('ends of sentences', raw.all, isSeen ? undefined : sums.raw)
  printEnds('  inside of turns', raw.insideTurns, isSeen ? undefined : sums.inside)
  printEnds('  in the conversation', conversation.all, isSeen ? undefined : sums.conversation)
}
console.log('\nall together')
printEnds('ends of sentences', sums.raw)
printEnds('  inside of turns', sums.inside)
printEnds('  in the conversation', sums.conversation)
report({
  name: 'transcription, times real time',
  goal: { min: 8 },
  unit: '',
  value: quantile(speeds, 0.5),
})
report({
  name: 'transcription of some minutes, memory',
  goal: { max: 900 },
  unit: 'MB',
  value: peakMemory,
})

function printEnds(what: string, ends: Ends, sum?: Ends) {
  const figures = [
    `precision ${percent(precision(ends))}`,
    `recall ${percent(recall(ends))}`,
    `F1 ${f1(ends).toFixed(2)} of ${ends.said}`,
  ]
  console.log(`  ${what}: ${figures.join(', ')}`)
  if (!sum) return
  sum.right += ends.right
  sum.found += ends.found
  sum.said += ends.said
}

/** Peak memory of the largest child process so far, in MB. */
function memoryOfChildren() {
  const sizes = readdirSync('/proc').map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOurs = new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status)
      return isOurs ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000 : 0
    } catch {
      return 0
    }
  })
  return Math.round(Math.max(0, ...sizes))
}
function countOf(parts: { speaker: string }[]) {
  return new Set(parts.map(({ speaker }) => speaker)).size
}
function textOf({ text }: { text: string }) {
  return text
}
function percent(share: number) {
  return `${(100 * share).toFixed(1)} %`
}
/** Splits a conversation into blocks such as `Coach: Good morning.` */
function blocksOf(conversation: string) {
  return conversation.split('\n\n').map((block) => {
    const [, speaker = '', text = ''] = /^([^:]+): ([^]*)$/.exec(block) ?? []
    return { speaker, text }
  })
}
