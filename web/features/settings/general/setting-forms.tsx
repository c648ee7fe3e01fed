import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import type { Setting, SettingValue } from '#contract/settings/settings.ts'
import {
  automaticTypes,
  groupSizes,
  type SettingName,
  settings,
} from '#contract/settings/setting-entries.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import {
  type RetainedKind,
  retained,
  retainedKinds,
  toRetentionRule,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import { terms } from '#contract/transcriptions/transcription-hints.ts'
import { clientBooking, clientBookingLabel } from '#contract/bookings/booking-rules.ts'
import { joinHosts } from '#contract/rules/join-address.ts'
import { workingHours } from '#contract/rules/working-hours.ts'
import { countriesQuery } from '#web/lib/countries.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { TextField } from '#web/form/fields.tsx'
import { TimeZoneField } from '#web/form/time-zone-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import {
  languageToOption,
  optionToLanguage,
  languageOptions,
  splitLines,
} from '#web/parts/transcription-hints.ts'
import { NumberField } from '#web/form/number-field.tsx'
import { ChoiceField } from '#web/form/choice-field.tsx'
import { ConsentOutsideField } from '#web/parts/consent-outside-field.tsx'
import { DaysFields, ruleFromFields } from './days-fields.tsx'
import { HoursFields } from './hours-fields.tsx'
import { formatHour, isShorter } from './setting-format.ts'

type SettingForm = {
  /** From the current value. */
  schema: (now: SettingValue) => z.ZodType<FieldValues, FieldValues>
  fieldsOf: (value: SettingValue) => FieldValues
  valueOf: (fields: FieldValues) => SettingValue
  Fields: ComponentType<{ setting: Setting }>
}

/** A single field with the value. */
const single = (schema: z.ZodType, Fields: SettingForm['Fields']): SettingForm => ({
  schema: () => z.object({ value: schema }),
  fieldsOf: (value) => ({ value }),
  valueOf: ({ value }) => value as SettingValue,
  Fields,
})

type Limits = { min: number; max: number; step?: number }
const number = (name: SettingName, label: string, hint: string, limits: Limits) =>
  single(settings[name].schema, () => (
    <NumberField name="value" label={label} hint={hint} step={1} {...limits} />
  ))

const toggle = (name: SettingName, label: string, hint?: string) =>
  single(settings[name].schema, () => <SwitchField name="value" label={label} hint={hint} />)

const TimeZone = () => (
  <TimeZoneField
    name="value"
    hint="Such as Europe/Copenhagen. All plan weeks will be recalculated."
  />
)

function CountryField() {
  const countries = useQuery(countriesQuery).data ?? []
  return (
    <SelectField
      name="value"
      label="Country"
      options={[
        { value: '', label: 'Not set' },
        ...countries.map(({ name }) => ({ value: name, label: name })),
      ]}
    />
  )
}

const general: Record<Exclude<SettingName, `retention.${string}`>, SettingForm> = {
  brandName: single(settings.brandName.schema, () => (
    <TextField name="value" label="Brand name" isRequired />
  )),
  timeZone: single(settings.timeZone.schema, TimeZone),
  currency: single(settings.currency.schema, () => (
    <TextField
      name="value"
      label="Currency"
      hint="Three letters, such as DKK."
      clean={(text) => text.trim().toUpperCase()}
      maxLength={3}
      className="uppercase"
      spellCheck={false}
    />
  )),
  country: {
    schema: () => z.object({ value: z.string() }),
    fieldsOf: (value) => ({ value: value ?? '' }),
    valueOf: ({ value }) => String(value) || null,
    Fields: CountryField,
  },
  passwordSignIn: toggle(
    'passwordSignIn',
    'People can sign in with a password',
    'You can turn this off only while you are signed in through an identity provider.',
  ),
  minimumGroup: {
    schema: () => z.object({ value: z.enum(groupSizes.map(String)) }),
    fieldsOf: (value) => ({ value: `${Number(value)}` }),
    valueOf: ({ value }) => Number(value),
    Fields: () => (
      <SelectField
        name="value"
        label="Minimum group size"
        options={groupSizes.map((it) => ({ value: String(it), label: `${it} people` }))}
        hint="A larger minimum applies immediately, a smaller one the next time figures are calculated."
      />
    ),
  },
  audioStaysHere: toggle('audioStaysHere', settings.audioStaysHere.label),
  wordsStayHere: toggle('wordsStayHere', settings.wordsStayHere.label),
  consentOutside: single(settings.consentOutside.schema, () => (
    <ConsentOutsideField name="value" label="Clients agree on paper to" />
  )),
  notesForNextCoach: toggle('notesForNextCoach', 'The next coach can read private notes'),
  erasureWaitingDays: number('erasureWaitingDays', 'Days', '1 to 90 days.', { min: 1, max: 90 }),
  backupHour: {
    schema: () => z.object({ value: z.string() }),
    fieldsOf: (value) => ({ value: typeof value === 'number' ? String(value) : 'never' }),
    valueOf: ({ value }) => (value === 'never' ? null : Number(value)),
    Fields: () => (
      <SelectField
        name="value"
        label="Daily backup"
        options={[
          { value: 'never', label: 'Never' },
          ...Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: formatHour(hour),
          })),
        ]}
      />
    ),
  },
  backupsKept: number('backupsKept', 'Backups', '1 to 90.', { min: 1, max: 90 }),
  backupHasKey: toggle('backupHasKey', 'Backups include the secret key'),
  backupDays: {
    schema: () => z.object({ value: settings.backupDays.schema.optional() }),
    fieldsOf: (value) => ({ value }),
    valueOf: ({ value }) => (typeof value === 'number' ? value : null),
    Fields: () => (
      <NumberField
        name="value"
        label="Days"
        hint="1 to 3650 days. Leave it empty to state nothing."
        min={1}
        max={3650}
        step={1}
      />
    ),
  },
  safetyMarkHours: number('safetyMarkHours', 'Hours', '1 to 168 hours.', { min: 1, max: 168 }),
  clientBooking: single(settings.clientBooking.schema, () => (
    <SelectField
      name="value"
      label="Clients choose times"
      options={clientBooking.options.map((it) => ({ value: it, label: clientBookingLabel[it] }))}
    />
  )),
  bookingNoticeHours: number('bookingNoticeHours', 'Hours', '0 to 336 hours.', {
    min: 0,
    max: 336,
  }),
  bookingWeeks: number('bookingWeeks', 'Weeks', '1 to 26 weeks.', { min: 1, max: 26 }),
  sessionGapMinutes: number('sessionGapMinutes', 'Minutes', '0 to 120 minutes.', {
    min: 0,
    max: 120,
    step: 5,
  }),
  clientMoves: number('clientMoves', 'Moves', '0 to 20.', { min: 0, max: 20 }),
  workingHours: {
    schema: () => workingHours,
    fieldsOf: (value) => workingHours.parse(value),
    valueOf: (fields) => workingHours.parse(fields),
    Fields: HoursFields,
  },
  transcribeRecordings: toggle(
    'transcribeRecordings',
    'After each recording',
    'The sound may be sent to the active transcription provider, which may be an external service.',
  ),
  transcriptionLanguage: {
    schema: () => z.object({ value: z.string() }),
    fieldsOf: (value) => ({ value: languageToOption(value as string | null) }),
    valueOf: ({ value }) => optionToLanguage(String(value)),
    Fields: () => (
      <SelectField
        name="value"
        label="Language"
        options={languageOptions('Detected automatically')}
      />
    ),
  },
  joinHosts: {
    schema: () =>
      z.object({ value: splitLines(joinHosts) }) as unknown as ReturnType<SettingForm['schema']>,
    fieldsOf: (value) => ({ value: (value as string[]).join('\n') }),
    valueOf: ({ value }) => value as string[],
    Fields: () => (
      <TextAreaField
        name="value"
        label="Hosts"
        rows={4}
        hint="One per line, such as meet.example.com. Their subdomains are allowed, too."
      />
    ),
  },
  transcriptionTerms: {
    schema: () =>
      z.object({ value: splitLines(terms) }) as unknown as ReturnType<SettingForm['schema']>,
    fieldsOf: (value) => ({ value: (value as string[]).join('\n') }),
    valueOf: ({ value }) => value as string[],
    Fields: () => (
      <TextAreaField name="value" label="Names and terms" rows={6} hint="One per line." />
    ),
  },
  afterConversation: single(settings.afterConversation.schema, () => (
    <ChoiceField
      name="value"
      legend="Runs on each session"
      options={automaticTypes.map((it) => ({ value: it, label: templateTypeLabel[it] }))}
      hint="The conversation is sent to the active AI provider, which may be an external service."
    />
  )),
  showFirstSteps: toggle('showFirstSteps', 'Shown to system administrators'),
  requireSecondFactor: toggle(
    'requireSecondFactor',
    'Required',
    'If you have none yourself, you set it up right after saving.',
  ),
  secondFactorAfterProvider: toggle('secondFactorAfterProvider', 'Asked for'),
  prepareSessions: toggle(
    'prepareSessions',
    'The evening before each session',
    'Earlier conversations may be sent to the active AI provider, which may be an external service.',
  ),
}

/** Another rule needs a confirmation where it may delete rows. */
const retentionForm = (kind: RetainedKind): SettingForm => ({
  schema: (now) =>
    z
      .object({ keep: z.string(), days: z.number().optional(), isConfirmed: z.boolean() })
      .superRefine((it, context) => {
        const rule = ruleFromFields(it)
        const { error } = toRetentionRule(kind).safeParse(rule)
        const [issue] = error?.issues ?? []
        if (issue) context.addIssue({ code: 'custom', path: ['days'], message: issue.message })
        else if (isShorter(rule, now) && !it.isConfirmed)
          context.addIssue({
            code: 'custom',
            path: ['isConfirmed'],
            message: 'Confirm that data will be deleted.',
          })
      }),
  fieldsOf: (value) => ({
    keep: value === null ? 'forever' : value === untilCoachingEnds ? value : 'days',
    days: typeof value === 'number' ? value : 365,
    isConfirmed: false,
  }),
  valueOf: ruleFromFields,
  Fields: ({ setting }) => <DaysFields setting={setting} {...retained[kind]} />,
})

export function getSettingForm(name: SettingName): SettingForm {
  const kind = retainedKinds.find((it) => `retention.${it}` === name)
  return kind ? retentionForms[kind] : general[name as keyof typeof general]
}

const retentionForms = Object.fromEntries(
  retainedKinds.map((kind) => [kind, retentionForm(kind)]),
) as Record<RetainedKind, SettingForm>
