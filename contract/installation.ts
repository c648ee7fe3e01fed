import { z } from 'zod'
import { minimumGroup } from './analytics.ts'
import { line } from './bounds.ts'
import { isTimeZone } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { type TemplateType, templateType } from './prompts.ts'
import { daysOf, retained, type RetainedKind, retainedKinds } from './retention.ts'
import { rowVersion } from './row-version.ts'
import { language, maxTerms, terms } from './transcription-hints.ts'
import { workingHours } from './working-hours.ts'

/**
 * Each size is a multiple of the one before. Whoever sees the same count in steps of 6 and then in steps of 7 knows it
 * better than either tells; steps of 12 say nothing that steps of 6 did not.
 */
export const groupSizes = [minimumGroup, 12, 24, 48] as const

/** What may run of itself on a conversation. `diarization` made that conversation. */
export const automaticTypes = [
  'metric_extraction',
  'burnout_assessment',
  'session_preparation',
] as const satisfies readonly TemplateType[]

/** Without abbreviations and offsets: BST is one clock in London, and another one in Dhaka. */
const isNamedZone = (zone: string) => isTimeZone(zone) && (zone.includes('/') || zone === 'UTC')

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export type SettingGroup =
  | 'installation'
  | 'privacy'
  | 'hours'
  | 'transcription'
  | 'conversation'
  | 'retention'

type SettingEntry = {
  group: SettingGroup
  label: string
  help: string
  schema: z.ZodType
  /** The setting of the environment that is in force until somebody sets one here. */
  environment?: 'BRAND_NAME' | 'TIME_ZONE'
}

/** What is set for the whole installation, but for the days that rows are kept. */
const general = {
  brandName: {
    group: 'installation',
    label: 'Brand name',
    help: 'The name that people see, on every page and in messages.',
    schema: line(60).min(1, 'Brand name is required'),
    environment: 'BRAND_NAME',
  },
  timeZone: {
    group: 'installation',
    label: 'Time zone',
    help: 'In which days and weeks are counted, wherever a reader is.',
    schema: line(60).refine(isNamedZone, 'There is no such time zone. One is Europe/Copenhagen.'),
    environment: 'TIME_ZONE',
  },
  currency: {
    group: 'installation',
    label: 'Currency',
    help: 'Of new organizations and of sample figures. An organization that has one keeps it.',
    schema: line(3)
      .regex(/^[A-Z]{3}$/, 'Currency is three letters, such as DKK')
      .refine((it) => currencies.has(it), 'There is no such currency. One is DKK.'),
  },
  minimumGroup: {
    group: 'privacy',
    label: 'Minimum group size',
    help: 'Organizations read nothing about fewer people than this, and people are counted in steps of it.',
    schema: z.literal(groupSizes, `The minimum group size is ${groupSizes.join(', ')}.`),
  },
  workingHours: {
    group: 'hours',
    label: 'Working hours',
    help: 'A new session is proposed within them, and one outside of them is pointed out.',
    schema: workingHours,
  },
  transcriptionLanguage: {
    group: 'transcription',
    label: 'Language of sessions',
    help: 'Sent to the transcription provider unless another language is chosen for a client or a recording. The engine on this machine only knows English.',
    schema: language.nullable(),
  },
  transcriptionTerms: {
    group: 'transcription',
    label: 'Names and terms',
    help: 'Words that recordings often contain, such as names of places and products. They are sent to an outside transcription provider, which then recognizes them more reliably. More can be added for a client.',
    schema: terms,
  },
  afterConversation: {
    group: 'conversation',
    label: 'Runs by itself',
    help: 'What is done with a session as soon as its conversation is saved. Values and risks stand in its drawer to be confirmed; nothing is done for clients who refuse it.',
    schema: z
      .array(z.enum(automaticTypes))
      .max(automaticTypes.length)
      .refine((types) => new Set(types).size === types.length, 'Each type can be chosen once'),
  },
  prepareSessions: {
    group: 'conversation',
    label: 'Prepare sessions',
    help: 'A brief of each session of the next day is made at six in the evening: by rules, and where a language model is connected with a text of it. One can be made at any time from the session.',
    schema: z.boolean(),
  },
} as const satisfies Record<string, SettingEntry>

type Retention<K extends RetainedKind> = `retention.${K}`
type Days = {
  [K in RetainedKind as Retention<K>]: SettingEntry & { schema: ReturnType<typeof daysOf> }
}

const days = Object.fromEntries(
  retainedKinds.map((kind) => [
    `retention.${kind}`,
    {
      ...{ group: 'retention', label: retained[kind].label, help: retained[kind].help },
      schema: daysOf(kind),
    },
  ]),
) as Days

/** Every setting of the installation: what it may be, and what it is for. */
export const settings = { ...general, ...days }

export type SettingName = keyof typeof settings
export type Settings = { [N in SettingName]: z.output<(typeof settings)[N]['schema']> }
export const settingNames = Object.keys(settings) as SettingName[]
export const settingEntry = (name: SettingName): SettingEntry => settings[name]

/** What any setting may be, before its own schema is asked. */
const settingValue = z
  .union([
    line(200),
    z.number().min(0).max(1_000_000),
    z.boolean(),
    z.array(templateType).max(10),
    z.array(line(49)).max(maxTerms),
    z.object({ days: z.array(z.number().min(0).max(10)).max(20), from: line(20), to: line(20) }),
  ])
  .nullable()
export type SettingValue = z.output<typeof settingValue>

const setting = z.object({
  name: z.enum(settingNames),
  /** In force. */
  value: settingValue,
  /** What is in force where nobody set one. */
  defaultValue: settingValue,
  /** Null: nobody set one. */
  version: rowVersion.nullable(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type Setting = z.infer<typeof setting>

export const getInstallation = endpoint('GET /api/installation', {
  access: 'public',
  limit: 300,
  shows: ['setting'],
  summary:
    'What every page is told of the installation: its name, time zone, currency and working hours',
  response: z.object({
    brandName: z.string(),
    timeZone: z.string(),
    /** ISO 4217. */
    currency: z.string(),
    workingHours: z.object({ days: z.array(z.number().int()), from: z.string(), to: z.string() }),
  }),
})

export const listSettings = endpoint('GET /api/admin/settings', {
  access: ['system_admin'],
  shows: ['setting'],
  summary: 'What is set for the whole installation: in force, by default, by whom and when',
  response: z.object({
    settings: z.array(setting),
    /** Weeks that are counted anew after a change of the time zone; null where they are right. */
    weeks: z
      .object({
        counted: z.number().int(),
        total: z.number().int(),
        /** The last try failed: there will be another one. */
        hasFailed: z.boolean(),
      })
      .nullable(),
  }),
})

const params = z.object({ name: z.enum(settingNames) })
/** The version that was read; null where nobody had set one. Without it the change is made whatever is set. */
const version = rowVersion.nullable().optional()

export const putSetting = endpoint('PUT /api/admin/settings/{name}', {
  access: ['system_admin'],
  changes: ['setting', 'organization'],
  summary: 'Set one for the whole installation; in force at once',
  params,
  body: z.object({ value: settingValue, version }),
  response: setting,
})

export const resetSetting = endpoint('POST /api/admin/settings/{name}/reset', {
  access: ['system_admin'],
  changes: ['setting', 'organization'],
  summary: 'Back to the default',
  params,
  body: z.object({ version }),
  response: setting,
})

/** Rows that are counted at most, of what a shorter time would remove. */
export const maxCountedRows = 10_000

export const countExpiredRows = endpoint('GET /api/admin/settings/{kind}/removed', {
  access: ['system_admin'],
  shows: ['setting'],
  summary:
    'How many rows of a kind would be removed next if they were kept for so many days; at most 10,000 are counted',
  params: z.object({ kind: z.enum(retainedKinds) }),
  query: z.object({ days: z.coerce.number().int().min(0).max(1_000_000) }),
  response: z.object({ rows: z.number().int() }),
})
