import type { Rows } from './read-person.queries.ts'

/** Labels by column; the others are left out. */
export type Columns = Readonly<Record<string, string>>

export const style = `
:root { color-scheme: light dark; --line: #8884; --muted: color-mix(in srgb, currentColor 65%, transparent);
  font: 16px/1.6 system-ui, sans-serif }
body { max-width: 56rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.35rem; margin: 3rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.05rem; margin: 2rem 0 .25rem }
p, dl { margin: .5rem 0 }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
.muted { color: var(--muted) }
.text p { margin: .35rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem }
dt { color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line);
  min-width: 5rem; white-space: pre-line; overflow-wrap: break-word }
th { color: var(--muted); font-weight: 500 }
details { margin: .75rem 0 } summary { cursor: pointer }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } }
@media print {
  :root { font-size: 11pt } body { max-width: none; padding: 0 } nav { display: none }
  h2, h3 { break-after: avoid } tr { break-inside: avoid } .wide { overflow: visible }
  details::details-content { content-visibility: visible; display: block; height: auto }
}`

/** Empty for no rows. */
export function htmlTable(rows: Rows, columns: Columns) {
  const shown = Object.entries(columns).filter(([key]) => rows.some((row) => !isEmpty(row[key])))
  const head = shown.map(([, label]) => `<th>${escape(label)}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${shown.map(([key]) => `<td>${htmlValue(row[key])}</td>`).join('')}</tr>`)
    .join('\n')
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table></div>`
}

/** What is empty is left out. */
export const htmlList = (pairs: readonly (readonly [label: string, value: unknown])[]) =>
  `<dl>${pairs
    .filter(([, value]) => !isEmpty(value))
    .map(([label, value]) => `<dt>${escape(label)}</dt><dd>${htmlValue(value)}</dd>`)
    .join('')}</dl>`

/** Paragraphs, with the speaker of each in bold. */
export const htmlText = (text: string) =>
  `<div class="text">${text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escape(line).replace(/^[^:<>]{1,60}:(?= )/, '<strong>$&</strong>')}</p>`)
    .join('\n')}</div>`

/** Every column but ids, which tell a reader nothing. */
export const everyColumn = (rows: Rows): Columns =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {})
      .filter((key) => !/(^|_)id$|^version$/.test(key))
      .map((key) => [key, heading(key)]),
  )

export const heading = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

function htmlValue(value: unknown): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((it) => typeof it === 'string'))
    return escape(value.join(', '))
  if (typeof value === 'object')
    return `<code>${escape(JSON.stringify(value, undefined, 1))}</code>`
  const text = String(value as string | number)
  return escape(isTime(text) ? formatTime(text) : text)
}

const isTime = (text: string) => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)

const timeFormat = new Intl.DateTimeFormat('en-US', {
  ...{ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' },
})
/** 'Nov 23, 2026, 09:00', in UTC. */
export const formatTime = (instant: string) => timeFormat.format(new Date(instant))

export const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
