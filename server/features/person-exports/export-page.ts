import { type ConsentPurpose, purposeLabel } from '#contract/consents/consents.ts'
import { type TemplateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import {
  type Columns,
  escape,
  everyColumn,
  formatTime,
  heading,
  htmlList,
  htmlTable,
  htmlText,
  style,
} from './export-html.ts'
import type { Rows } from './read-person.queries.ts'

type Page = {
  clientId: string
  madeAt: string
  tables: Record<string, Rows>
  /** Paths in the archive by session. */
  recordings: ReadonlyMap<string, string>
}
type Section = { title: string; count: number; html: string }

/** Tables that are shown in a section of their own. */
const listed: Record<string, { title: string; columns: Columns }> = {
  metric_value: {
    title: 'Metrics',
    columns: {
      ...{ week_number: 'Week', metric_definition: 'Metric', numeric_value: 'Value' },
      ...{ source: 'Source', author: 'By', changed_at: 'Changed' },
    },
  },
  burnout_assessment: {
    title: 'Burnout risk',
    columns: {
      ...{ week_number: 'Week', risk_score: 'Risk score', source: 'Source', author: 'By' },
      ...{ reason: 'Reason', created_at: 'Assessed' },
    },
  },
  assignment: {
    title: 'Home assignments',
    columns: {
      ...{ week_number: 'Week', assignment_definition: 'Assignment', due_date: 'Due' },
      ...{ completed_at: 'Completed', note: 'Note', completion_note: 'Note on completion' },
    },
  },
  feedback: {
    title: 'Feedback on sessions',
    columns: {
      ...{ session: 'Session', coach: 'Coach', rating: 'Rating (1 to 5)' },
      ...{ words: 'To the coach', given_at: 'Given' },
    },
  },
  consent: {
    title: 'Consents',
    columns: {
      ...{ decided_at: 'Decided', purpose: 'Purpose', decision: 'Decision', recorded_by: 'By' },
      consent_text: 'Text',
    },
  },
  message: {
    title: 'Messages',
    columns: { created_at: 'Sent', subject: 'Subject', body: 'Text', status: 'Status' },
  },
  client_coach: { title: 'Coaches', columns: { coach: 'Coach', since: 'From', until: 'Until' } },
  ai_runs: {
    title: 'AI runs',
    columns: {
      ...{ at: 'When', session: 'Session', task: 'Task', provider: 'Service', model: 'Model' },
      answer: 'Answer',
    },
  },
  who_opened_your_data: {
    title: 'Who opened this data',
    columns: {
      ...{ at: 'When', by: 'Who', 'impersonated by': 'Signed in as them', what: 'What' },
      ...{ session: 'Session', address: 'IP address' },
    },
  },
  what_was_sent_out: {
    title: 'What was sent to outside services',
    columns: {
      ...{ at: 'When', session: 'Session', provider: 'Service', host: 'Address' },
      ...{ purpose: 'Purpose', bytes: 'Bytes' },
    },
  },
}
const profileTables = ['client', 'user', 'notification']

/** The readable page of the archive, which needs nothing from outside. */
export const exportPage = ({ clientId, madeAt, tables, recordings }: Page) => {
  const clients = tables['client'] ?? []
  const person = clients.find(({ id }) => id === clientId) ?? {}
  const family = clients.filter((it) => it !== person)
  const name = String(person['name'])
  const sections = listSections(tables, recordings).filter(({ count }) => count > 0)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(`Data of ${name}`)}</title>
<style>${style}
</style>
<main>
<h1>${escape(name)}</h1>
<p class="muted">Everything that is stored about this person${family.length ? ' and their family' : ''}, as of ${formatTime(madeAt)}. Times are in UTC.</p>
<p>This page shows it in words. The same is in <code>data.json</code>, and as a spreadsheet for each kind in the folder
<code>csv</code>. Recordings are in the folder <code>recordings</code>, and transcripts with the time of each word in
<code>transcripts</code>.</p>
<nav aria-label="Contents"><ul>${sections
    .map(({ title }) => `<li><a href="#${anchor(title)}">${escape(title)}</a></li>`)
    .join('')}</ul></nav>
${profile(tables, person, family)}
${sections.map(({ title, html }) => `<h2 id="${anchor(title)}">${escape(title)}</h2>\n${html}`).join('\n')}
</main>
</html>
`
}

function listSections(tables: Page['tables'], recordings: Page['recordings']): Section[] {
  const { session = [], questionnaire = [], ...others } = tables
  const consents = (others['consent'] ?? []).map((row) => ({
    ...row,
    purpose: purposeLabel[row['purpose'] as ConsentPurpose],
    decision:
      row['is_given'] === null ? 'Undone' : row['is_given'] ? 'Agreed' : 'Declined or withdrawn',
  }))
  const runs = (others['ai_runs'] ?? []).map((row) => ({
    ...row,
    task: templateTypeLabel[row['type'] as TemplateType],
  }))
  const hasFamily = (others['client'] ?? []).length > 1
  const who: Columns = hasFamily ? { client: 'Person' } : {}
  const inWords = { ...others, consent: consents, ai_runs: runs }
  const known = Object.entries(inWords).flatMap(([name, rows]) => {
    const it = listed[name]
    return it
      ? [
          {
            ...{ title: it.title, count: rows.length },
            html: htmlTable(inOrder(rows), { ...who, ...it.columns }),
          },
        ]
      : []
  })
  const getName = (row: Rows[number]) => (hasFamily ? String(row['client']) : undefined)
  const order = Object.values(listed).map(({ title }) => title)
  const rest = Object.entries(others).filter(
    ([name, rows]) => !listed[name] && !profileTables.includes(name) && rows.length,
  )
  return [
    {
      ...{ title: 'Sessions', count: session.length },
      html: inOrder(session)
        .map((row) => sessionPart(row, recordings, getName(row)))
        .join('\n'),
    },
    {
      ...{ title: 'Questionnaires', count: questionnaire.length },
      html: inOrder(questionnaire)
        .map((row) => questionnairePart(row, getName(row)))
        .join('\n'),
    },
    ...known.toSorted((one, other) => order.indexOf(one.title) - order.indexOf(other.title)),
    {
      ...{ title: 'More records', count: rest.length },
      html: rest
        .map(
          ([name, rows]) =>
            `<details><summary>${escape(heading(name))} (${rows.length})</summary>\n${htmlTable(inOrder(rows), everyColumn(rows))}</details>`,
        )
        .join('\n'),
    },
  ]
}

function profile({ user, notification }: Page['tables'], person: Rows[number], family: Rows) {
  const account = user?.find(({ id }) => id === person['user_id']) ?? {}
  const preferences = notification?.find((it) => it['user_id'] === person['user_id'])
  return htmlList([
    ['Email', account['email']],
    ['Phone', preferences?.['phone']],
    ['Relationship', person['family_relation']],
    ['Family', family.map((it) => String(it['name']))],
    ['Organization', person['organization']],
    ['Coach', person['coach']],
    ['Plan since', person['created_at']],
    ['Risk level set by a coach', person['manual_risk_level']],
    ['Reason', person['risk_level_reason']],
  ])
}

/** `name`: in an archive with family. */
function sessionPart(row: Rows[number], recordings: Page['recordings'], name: string | undefined) {
  const path = recordings.get(String(row['id']))
  const [conversation, transcript] = [row['transcribed_text_scripted'], row['transcribed_text_raw']]
  const minutes = row['duration_minutes']
  return `<article><h3>${formatTime(String(row['session_date']))}</h3>
<p class="muted">${[
    ...(name === undefined ? [] : [escape(name)]),
    escape(String(row['session_definition'] as string)),
    ...(minutes ? [`${Number(minutes)} minutes`] : []),
    ...(path ? [`<a href="${encodeURI(path)}">Recording</a>`] : []),
  ].join(' · ')}</p>
${typeof row['conversation_origin'] === 'string' ? `<p><em>${escape(row['conversation_origin'])}</em></p>` : ''}
${typeof conversation === 'string' ? htmlText(conversation) : ''}
${typeof transcript === 'string' ? `<details${conversation ? '' : ' open'}><summary>Transcript</summary>${htmlText(transcript)}</details>` : ''}
</article>`
}

const questionnairePart = (row: Rows[number], name: string | undefined) =>
  `<article><h3>${escape(String(row['instrument_version']))}</h3>
${htmlList([
  ['Person', name],
  ['Assigned', row['created_at']],
  ['Answered', row['completed_at']],
  ['Score', row['score']],
  ['Note', row['note']],
])}
${Array.isArray(row['answers_in_words']) ? htmlTable(row['answers_in_words'] as Rows, { question: 'Question', answer: 'Answer' }) : ''}</article>`

/** By week, then by date; ids are in the order of their creation. */
const inOrder = (rows: Rows) =>
  rows.toSorted(
    (one, other) => getWeek(one) - getWeek(other) || compare(getDate(one), getDate(other)),
  )
const getWeek = (row: Rows[number]) => Number(row['week_number'] ?? 0)
const getDate = (row: Rows[number]) =>
  (row['session_date'] ?? row['decided_at'] ?? row['created_at'] ?? row['id'] ?? '') as string
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')
