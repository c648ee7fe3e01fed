import { z } from 'zod'
import type { Spoken } from '../chunks/spoken.ts'

/** "1.200s" */
const offset = z.string().transform((text) => Number.parseFloat(text) || 0)
const word = z.object({
  word: z.string(),
  startOffset: offset.optional(),
  endOffset: offset.optional(),
  confidence: z.number().optional(),
  speakerLabel: z.string().optional(),
})
const result = z.object({
  alternatives: z
    .array(z.object({ transcript: z.string().optional(), words: z.array(word).default([]) }))
    .default([]),
  resultEndOffset: offset.optional(),
})
type Result = z.infer<typeof result>
const status = z.object({ code: z.number().optional(), message: z.string().optional() })
const file = z.object({
  error: status.optional(),
  inlineResult: z
    .object({ transcript: z.object({ results: z.array(result).default([]) }).optional() })
    .optional(),
})

/** Includes the location. */
export const operationName = z
  .string()
  .max(500)
  .regex(/^projects\/[\w:-][\w.:-]*\/locations\/[a-z\d-]+\/operations\/[\w-]+$/)
export const locationIn = (name: string) => name.split('/')[3] ?? ''

/** A long-running operation. */
export const operation = z.object({
  name: operationName,
  done: z.boolean().optional(),
  error: status.optional(),
  metadata: z.object({ progressPercent: z.number().optional() }).optional(),
  response: z.object({ results: z.record(z.string(), file).default({}) }).optional(),
})
export type Operation = z.infer<typeof operation>

/** google.rpc.Code: deadline exceeded, resource exhausted, aborted, internal, unavailable. */
const temporaryCodes = new Set([4, 8, 10, 13, 14])

/** The error of a failed operation, or undefined. */
export function findFailure({ error, response }: Operation) {
  const all = [error, ...Object.values(response?.results ?? {}).map((it) => it.error)]
  const failed = all.find((it) => it?.code || it?.message)
  return (
    failed && {
      message: failed.message || 'The recording could not be transcribed.',
      isTemporary: temporaryCodes.has(failed.code ?? 0),
    }
  )
}

/** The words of the only file in a completed operation. Undefined without a result. */
export function parseResults({ response }: Operation): Spoken[] | undefined {
  const [only] = Object.values(response?.results ?? {})
  if (!only?.inlineResult) return undefined
  let before = 0
  return (only.inlineResult.transcript?.results ?? []).flatMap((it) => {
    const start = before
    before = Math.max(before, getEnd(it))
    return getWords(it, { start, end: before })
  })
}

const getEnd = ({ resultEndOffset, alternatives: [best] }: Result) =>
  resultEndOffset ?? best?.words.at(-1)?.endOffset ?? 0

/** As one text if the words have no times. */
function getWords({ alternatives: [best] }: Result, all: { start: number; end: number }): Spoken[] {
  const words = best?.words ?? []
  if (!words.some(({ endOffset }) => endOffset !== undefined))
    return getText(best) ? [{ ...all, text: getText(best), isWord: false, conf: null }] : []
  return words.map(({ word: text, startOffset = 0, endOffset, confidence, speakerLabel }) => ({
    text,
    start: startOffset,
    end: endOffset ?? startOffset,
    isWord: true,
    // 0 means unknown.
    conf: confidence ? Math.round(Math.min(1, confidence) * 100) / 100 : null,
    label: speakerLabel || undefined,
  }))
}

const getText = (best: Result['alternatives'][number] | undefined) =>
  best?.transcript ?? best?.words.map((it) => it.word).join(' ') ?? ''
