// What the built-in transcription makes of recordings with a known truth: how many voices, whose words, which words, and
// where sentences end, in the raw transcript and in the conversation. Needs the speech models (npm run models).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#server/config.ts'
import { conversationOf } from '#server/providers/llm/conversation.ts'
import { localTranscriber } from '#server/providers/transcription/local/local.ts'
import {
  type Ends,
  f1,
  precision,
  recall,
  type Said,
  sentenceEnds,
  speakerAccuracy,
  wordErrorRate,
} from '#server/providers/transcription/local/measure.ts'
import { ensureModels } from '#server/providers/transcription/local/models.ts'
import { rawTextOf } from '#server/providers/transcript/transcript-text.ts'

const seenWhileTuning = ['mm', 'pair-carlo-allison']
const recordings = [
  ...['one-voice', 'one-voice-far', 'fluent-alone'],
  ...['three-voices', 'three-voices-far', 'fluent-family'],
  ...['four-voices', 'four-voices-noisy'],
  ...seenWhileTuning,
]
const { modelsDir } = readConfig(process.env)
await ensureModels(modelsDir)

const none = (): Ends => ({ right: 0, found: 0, said: 0 })
const sums = { raw: none(), inside: none(), conversation: none() }
for (const name of recordings) {
  const file = fileURLToPath(new URL(`../server/test/media/${name}`, import.meta.url))
  const { turns } = JSON.parse(readFileSync(`${file}.truth.json`, 'utf8')) as { turns: Said[] }
  const { transcript } = await localTranscriber({ modelsDir }).begin(`${file}.webm`, {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const { segments, warnings } = transcript
  const words = segments.flatMap(({ speaker, words: own = [] }) =>
    own.map((word) => ({ ...word, speaker })),
  )
  const isSeen = seenWhileTuning.includes(name)
  console.log(`\n${name}${isSeen ? ' (seen while tuning, not in the sum)' : ''}`)
  console.log(`  voices: ${countOf(segments)} found of ${countOf(turns)}  ${warnings.join(' ')}`)
  console.log(`  words under the right speaker: ${percent(speakerAccuracy(turns, words).share)}`)
  if (turns.some(({ text }) => text.endsWith('.g722'))) continue
  const said = turns.map(({ text }) => text).join(' ')
  console.log(`  wrong words: ${percent(wordErrorRate(said, segments.map(textOf).join(' ')))}`)
  const raw = sentenceEnds(turns, segments)
  const conversation = sentenceEnds(turns, blocksOf(conversationOf(rawTextOf(segments))))
  tell('ends of sentences', raw.all, isSeen ? undefined : sums.raw)
  tell('  inside of turns', raw.insideTurns, isSeen ? undefined : sums.inside)
  tell('  in the conversation', conversation.all, isSeen ? undefined : sums.conversation)
}
console.log('\nall together')
tell('ends of sentences', sums.raw)
tell('  inside of turns', sums.inside)
tell('  in the conversation', sums.conversation)

function tell(what: string, ends: Ends, sum?: Ends) {
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

function countOf(parts: { speaker: string }[]) {
  return new Set(parts.map(({ speaker }) => speaker)).size
}
function textOf({ text }: { text: string }) {
  return text
}
function percent(share: number) {
  return `${(100 * share).toFixed(1)} %`
}
/** `Coach: Good morning.` and so on. */
function blocksOf(conversation: string) {
  return conversation.split('\n\n').map((block) => {
    const [, speaker = '', text = ''] = /^([^:]+): ([^]*)$/.exec(block) ?? []
    return { speaker, text }
  })
}
