/** Grouped thousands, as ours and elsewhere: 12,345.6, 12 345,6, 1.234.567 or 12.345,6. */
const grouped = [
  /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/,
  /^[-+]?[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d*)?$/,
  /^[-+]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})$/,
]
const plain = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/

/** A typed or pasted number: '62,5' is 62.5, '12,345' is 12345; null for an empty text, undefined for anything else. */
export function parseNumber(text: string) {
  const typed = text.trim().replace('\u2212', '-')
  if (typed === '') return null
  const [commas, spaces, points] = grouped.map((it) => it.test(typed))
  if (commas) return Number(typed.replaceAll(',', ''))
  if (spaces) return Number(typed.replaceAll(/[\s'’]/g, '').replace(',', '.'))
  if (points) return Number(typed.replaceAll('.', '').replace(',', '.'))
  return plain.test(typed) ? Number(typed.replace(',', '.')) : undefined
}
