import { useId } from 'react'
import { type FieldValues, useController, useWatch } from 'react-hook-form'
import type { Setting } from '#contract/settings/settings.ts'
import {
  graceDays,
  maxDays,
  type RetentionRule,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import { NumberField } from '#web/form/number-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { ExpiredRowCount } from './expired-row-count.tsx'
import { isShorter } from './setting-format.ts'

type DaysFieldsProps = { setting: Setting; least: number; mayStay: boolean; mayEnd?: boolean }

/** How long: forever, days, or until the coaching ends. */
type Keep = 'forever' | 'days' | typeof untilCoachingEnds

/** The rule of the fields; NaN for days that are missing. */
export const ruleFromFields = ({ keep, days }: FieldValues): RetentionRule =>
  keep === 'forever' ? null : keep === untilCoachingEnds ? keep : Number(days ?? Number.NaN)

/** A rule that may delete more than the one in force shows what it deletes and needs a confirmation. */
export function DaysFields({ setting, least, mayStay, mayEnd }: DaysFieldsProps) {
  const [keep, days] = useWatch({ name: ['keep', 'days'] }) as [Keep, unknown]
  const rule = ruleFromFields({ keep, days })
  const isValid = typeof rule !== 'number' || (Number.isInteger(rule) && rule >= least)
  return (
    <>
      {mayStay && (
        <SelectField
          name="keep"
          label="Keep"
          options={[
            { value: 'days' satisfies Keep, label: 'For a number of days' },
            ...(mayEnd ? [{ value: untilCoachingEnds, label: 'Until coaching ends' }] : []),
            { value: 'forever' satisfies Keep, label: 'Forever' },
          ]}
          {...(keep === untilCoachingEnds && {
            hint: `Deleted ${graceDays} days after a coach or administrator ends the coaching, or the account is deactivated.`,
          })}
        />
      )}
      {keep === 'days' && (
        <NumberField
          name="days"
          label="Days"
          hint={`${least} to ${maxDays} days.`}
          min={least}
          max={maxDays}
          step={1}
        />
      )}
      {isValid && isShorter(rule, setting.value) && <Confirmation setting={setting} rule={rule} />}
    </>
  )
}

function Confirmation({ setting, rule }: { setting: Setting; rule: RetentionRule }) {
  const { field, fieldState } = useController({ name: 'isConfirmed' })
  const { ref, value, onChange } = field
  const id = useId()
  const error = fieldState.error?.message
  return (
    <>
      <Banner tone="amber" isLive>
        <ExpiredRowCount name={setting.name} rule={rule} now={setting.value} />
      </Banner>
      <Checkbox
        className="mt-2"
        ref={ref}
        label={rule === untilCoachingEnds ? 'Delete data when coaching ends' : 'Delete older data'}
        checked={value === true}
        onCheckedChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
      />
      <div className="min-h-5">{error && <FieldError id={id}>{error}</FieldError>}</div>
    </>
  )
}
