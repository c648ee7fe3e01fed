import { z } from 'zod'
import { language } from '#contract/transcriptions/transcription-hints.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })
export const languageName = (code: string) => names.of(code) ?? code

/** A select has only strings as values. */
const notSet = 'not set'

const languages = language.options
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
/** `none`: the label of the option for no language. */
export const languageOptions = (none: string) => [{ value: notSet, label: none }, ...languages]
export const optionToLanguage = (chosen: string) => language.safeParse(chosen).data ?? null
export const languageToOption = (code: string | null) => code ?? notSet

/** A text field with one entry of the list per line. */
export const splitLines = <List extends z.ZodType<string[], string[]>>(list: List) =>
  z
    .string()
    .max(10_000)
    .transform((text) =>
      text
        .split('\n')
        .map((it) => it.trim())
        .filter(Boolean),
    )
    .pipe(list)
