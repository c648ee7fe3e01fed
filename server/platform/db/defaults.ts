import { defaultKeywords } from '#contract/definitions/metric-names.ts'
import { newId } from '../ids.ts'
import type { Db } from './db.ts'
import { lockUntilCommit } from './advisory-lock.ts'
import { inTransaction } from './transaction.ts'

/** Definitions of a new installation, which a system_admin can change. */
const sessionTypes = [
  ['Intake session', 'Getting to know each other, and what the weeks ahead are to be about.'],
  ['Weekly coaching', 'The regular meeting of coach and client.'],
  ['Follow-up', 'A shorter check on how things have gone since.'],
  ['Closing session', 'Looking back, and agreeing what stays.'],
] as const

const assignmentTypes = [
  ['Sleep diary', 'Bedtime, sleep and waking, noted each morning.'],
  ['Breathing exercise', 'Five slow minutes, once a day.'],
  ['Walk outdoors', 'Twenty minutes without a telephone.'],
  ['Thought record', 'A situation, the thought it brought, and a kinder one.'],
] as const

type Metric = readonly [
  key: string,
  label: string,
  source: 'transcription' | 'document_upload' | 'manual' | 'device',
  isMoreBetter: boolean,
]
const metrics: readonly (readonly [category: string, metrics: readonly Metric[]])[] = [
  [
    'Strain',
    [
      ['stress_level', 'Stress level', 'transcription', false],
      ['anxiety', 'Anxiety', 'manual', false],
    ],
  ],
  [
    'Wellbeing',
    [
      ['sleep_quality', 'Sleep quality', 'device', true],
      ['energy', 'Energy', 'transcription', true],
      ['mood', 'Mood', 'manual', true],
    ],
  ],
  [
    'Work',
    [
      ['work_engagement', 'Work engagement', 'manual', true],
      ['recovery', 'Recovery after work', 'document_upload', true],
    ],
  ],
]

const templates = [
  {
    name: 'Conversation from transcript',
    type: 'diarization',
    description: 'Turns the raw transcript into a conversation that reads well.',
    systemPrompt:
      'You turn the raw transcript of a coaching session into a readable conversation. Keep every statement, its order and its meaning. Name the two speakers Coach and Client by what they say. Correct only what is plainly a mistake of speech recognition. Add nothing.',
    userPromptTemplate: 'Transcript:\n\n{{audioTranscript}}',
  },
  {
    name: 'Metrics from conversation',
    type: 'metric_extraction',
    description: 'Reads the figures of the week out of what was said.',
    systemPrompt:
      'You read a coaching conversation and estimate each of the named metrics from 0 to 100. Where the conversation gives no ground for an estimate, leave the metric out. Answer as JSON.',
    userPromptTemplate: 'Metrics: {{currentWeekMetrics}}\n\nConversation:\n\n{{sessionTranscript}}',
  },
  {
    name: 'Burnout estimate',
    type: 'burnout_assessment',
    description: 'An estimate of the burnout risk from 0 to 100, with its reasons.',
    systemPrompt:
      'You estimate the burnout risk of a client from 0 to 100 out of a coaching conversation and the data of the recent weeks. This is an estimate for the coach, not a diagnosis. Name what speaks for it and against it, each in the words of the client. Answer as JSON.',
    userPromptTemplate:
      '{{weeklyData}}\n\nEarlier assessments: {{burnoutTrend}}\n\nConversation:\n\n{{sessionTranscript}}',
  },
  {
    name: 'Preparation for the next session',
    type: 'session_preparation',
    description: 'A page for the coach to read before the session.',
    systemPrompt:
      'You help a coach to prepare a session. Summarise on one page what happened since the last one, what was agreed, and which questions suggest themselves. Use only what you are given.',
    userPromptTemplate:
      '{{preparationContext}}\n\nLast sessions: {{lastThreeSessionNotes}}\n\nOpen assignments: {{activeAssignments}}',
  },
] as const

/**
 * Inserts the definitions and templates of a new installation. Idempotent and safe to run concurrently. Templates tell
 * whether it is new, because one stays active forever; all other kinds may be deleted on purpose.
 */
export async function ensureDefaults(db: Db) {
  await inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'defaults')
    if (await tx.selectFrom('template').select('id').limit(1).executeTakeFirst()) return
    await tx.insertInto('sessionDefinition').values(inOrder(sessionTypes)).execute()
    await tx.insertInto('assignmentDefinition').values(inOrder(assignmentTypes)).execute()
    await insertMetrics(tx)
    await tx
      .insertInto('template')
      .values(templates.map((it) => ({ ...it, id: newId(), isActive: true })))
      .execute()
  })
}

const inOrder = (types: readonly (readonly [name: string, description: string])[]) =>
  types.map(([name, description], index) => ({
    id: newId(),
    name,
    description,
    displayOrder: index + 1,
  }))

async function insertMetrics(db: Db) {
  const categories = metrics.map(([name, those], index) => ({
    id: newId(),
    name,
    displayOrder: index + 1,
    those,
  }))
  await db
    .insertInto('metricCategory')
    .values(categories.map(({ id, name, displayOrder }) => ({ id, name, displayOrder })))
    .execute()
  await db
    .insertInto('metricDefinition')
    .values(
      categories.flatMap(({ id: categoryId, those }) =>
        those.map(([key, label, dataSource, isMoreBetter], index) => ({
          id: newId(),
          key,
          label,
          categoryId,
          categoryPosition: index + 1,
          unit: 'points',
          dataSource,
          isMoreBetter,
          words: defaultKeywords(label),
        })),
      ),
    )
    .execute()
}
