const old: [RegExp, string][] = [
  [/\b(to)-(day|night|morrow)\b/gi, '$1$2'],
  [/\b(good)-(bye)\b/gi, '$1$2'],
  [/\b(every|any|no|some) (body)\b/gi, '$1$2'],
  [/\b(every|any|some) (one)\b(?! of\b)/gi, '$1$2'],
]

/** The model was trained on old books and writes "to-day". */
export const modernizeSpelling = (text: string) =>
  old.reduce((written, [pattern, today]) => written.replaceAll(pattern, today), text)
