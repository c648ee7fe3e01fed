import { z } from 'zod'
import {
  type Expectations,
  type ExpectedValue,
  goldenForm,
  type GoldenTranscript,
} from '#contract/prompts/golden-transcripts.ts'
import { type TemplateType, templateType } from '#contract/prompts/prompts.ts'

/** In lists, one item per line. */
export type GoldenFields = {
  name: string
  type: TemplateType
  transcript: string
  values: string
  quotes: string
  forbidden: string
}

const lines = z.string()
const number = String.raw`-?\d+(?:\.\d+)?`
/** `stress_level: 60 to 80`, or `stress_level: 70` */
const valueLine = new RegExp(String.raw`^(.*\S)\s*:\s*(${number})(?:\s*(?:to|-|–)\s*(${number}))?$`)

/** Turns the lines into the contract's form; an invalid line is reported at its field. */
export const goldenSchema = z
  .object({
    ...{ name: lines, type: templateType, transcript: lines },
    ...{ values: lines, quotes: lines, forbidden: lines },
  })
  .transform(({ values, quotes, forbidden, ...rest }, context) => {
    const fields = { ...rest, quotes: splitLines(quotes), forbidden: splitLines(forbidden) }
    const read = splitLines(values).map((line) => ({ line, value: parseExpectedValue(line) }))
    const wrong = read.find(({ value }) => !value)
    if (wrong)
      context.addIssue({
        code: 'custom',
        path: ['values'],
        message: `“${wrong.line}” isn’t a key and range such as stress_level: 60 to 80`,
      })
    const found = read.flatMap(({ value }) => value ?? [])
    const { data, error } = goldenForm.safeParse({ ...fields, values: found })
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path.slice(0, 1), message })
    // Never used, because of the issues.
    return data as NonNullable<typeof data>
  })

const splitLines = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function parseExpectedValue(line: string): ExpectedValue | undefined {
  const [, key, lowest, highest = lowest] = valueLine.exec(line) ?? []
  return key ? { key, lowest: Number(lowest), highest: Number(highest) } : undefined
}

export const newGolden: GoldenFields = {
  ...{ name: '', type: 'diarization', transcript: '' },
  ...{ values: '', quotes: '', forbidden: '' },
}

export const goldenFields = (it: GoldenTranscript): GoldenFields => ({
  ...{ name: it.name, type: it.type, transcript: it.transcript, ...formatExpectations(it) },
})

const formatExpectations = ({ values, quotes, forbidden }: Expectations) => ({
  values: values.map(formatExpectedValue).join('\n'),
  quotes: quotes.join('\n'),
  forbidden: forbidden.join('\n'),
})

/** 'stress_level: 60 to 80' */
const formatExpectedValue = ({ key, lowest, highest }: ExpectedValue) =>
  `${key}: ${lowest === highest ? lowest : `${lowest} to ${highest}`}`
