import { Unavailable } from '../../platform/jobs/errors.ts'
import type { Llm } from './llm.ts'

const lines =
  '[00:00:00] Speaker 1: How was your week?\n[00:00:04] Speaker 2: Better than the one before.'

/** Lets a transcript of two lines become a conversation. Throws Unavailable where nothing comes of it. */
export async function testRules(llm: Llm, signal: AbortSignal) {
  const input = { audioTranscript: lines }
  const { text } = await llm.complete({ type: 'diarization', system: '', user: '', input }, signal)
  if (!text.includes('Better than the one before'))
    throw new Unavailable('The rules gave no answer to a transcript of two lines.')
  return 'A transcript of two lines was turned into a conversation on this machine.'
}
