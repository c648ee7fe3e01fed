import type { Rows } from './read-person.queries.ts'

type Page = {
  name: string
  madeAt: string
  tables: Record<string, Rows>
  /** Paths in the archive by session. */
  recordings: ReadonlyMap<string, string>
}

/** The readable page of the archive, which needs nothing from outside. */
export const exportPage = ({ name, madeAt, tables, recordings }: Page) => {
  const { session = [], ...others } = tables
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(`Data of ${name}`)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; font: inherit }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem; border-bottom: 1px solid #8886 }
h2 { margin-top: 2.5rem }
</style>
<h1>${escape(name)}</h1>
<p>Everything that is stored about this person, as of ${time(madeAt)}. The same is in <code>data.json</code>, and one CSV
file for each table in the folder <code>csv</code>. Times are in UTC.</p>
<nav><ul>${['Sessions', ...Object.keys(others).map(heading)]
    .map((it) => `<li><a href="#${anchor(it)}">${escape(it)}</a></li>`)
    .join('')}</ul></nav>
<h2 id="sessions">Sessions</h2>
${session.length ? session.map((row) => sessionPart(row, recordings)).join('\n') : '<p>None.</p>'}
${Object.entries(others)
  .map(
    ([table, rows]) =>
      `<h2 id="${anchor(heading(table))}">${escape(heading(table))}</h2>\n${rows.length ? tablePart(rows) : '<p>None.</p>'}`,
  )
  .join('\n')}
</html>
`
}

function sessionPart(row: Rows[number], recordings: Page['recordings']) {
  const path = recordings.get(String(row['id']))
  const texts = [
    ['Conversation', row['transcribed_text_scripted'], row['conversation_origin']],
    ['Transcript', row['transcribed_text_raw'], undefined],
  ] as const
  return `<h3>${time(String(row['session_date']))}</h3>
${path ? `<p><a href="${encodeURI(path)}">Recording</a></p>` : ''}
${texts
  .filter(([, text]) => typeof text === 'string')
  .map(
    ([title, text, origin]) =>
      `<h4>${title}</h4>\n${typeof origin === 'string' ? `<p><em>${escape(origin)}</em></p>\n` : ''}<pre>${escape(String(text))}</pre>`,
  )
  .join('\n')}`
}

/** Without ids and empty columns, which tell a reader nothing. */
function tablePart(rows: Rows) {
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => !/(^|_)id$|^version$/.test(column) && rows.some((row) => !isEmpty(row[column])),
  )
  const head = columns.map((it) => `<th>${escape(heading(it))}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${columns.map((it) => `<td>${cell(row[it])}</td>`).join('')}</tr>`)
    .join('\n')
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table>`
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function cell(value: unknown): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return `<pre>${escape(JSON.stringify(value, undefined, 1))}</pre>`
  const text = String(value as string | number)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? time(text) : escape(text)
}

const time = (instant: string) => escape(instant.slice(0, 16).replace('T', ' '))
const heading = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')
const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
