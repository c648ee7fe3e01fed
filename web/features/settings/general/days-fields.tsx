import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { Setting } from '#contract/installation.ts'
import { maxDays } from '#contract/retention.ts'
import { NumberField } from '#web/form/number-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { ExpiredRowCount } from './expired-row-count.tsx'
import { isShorter } from './setting-format.ts'

type DaysFieldsProps = { setting: Setting; least: number; mayStay: boolean }

/** Forever, or a number of days; a shorter time shows what it deletes and needs a confirmation. */
export function DaysFields({ setting, least, mayStay }: DaysFieldsProps) {
  const [isForGood, typed] = useWatch({ name: ['isForGood', 'days'] }) as [boolean, unknown]
  const days = Number(typed)
  const isRemoving =
    !isForGood && Number.isInteger(days) && days >= least && isShorter(days, setting.value)
  return (
    <>
      {mayStay && <SwitchField name="isForGood" label="Keep forever" />}
      {!isForGood && (
        <NumberField
          name="days"
          label="Days"
          hint={`${least} to ${maxDays} days.`}
          min={least}
          max={maxDays}
          step={1}
        />
      )}
      {isRemoving && <Confirmation setting={setting} days={days} />}
    </>
  )
}

function Confirmation({ setting, days }: { setting: Setting; days: number }) {
  const { field, fieldState } = useController({ name: 'isConfirmed' })
  const { ref, value, onChange } = field
  const id = useId()
  const error = fieldState.error?.message
  return (
    <>
      <Banner tone="amber" isLive>
        <ExpiredRowCount name={setting.name} days={days} now={setting.value} />
      </Banner>
      <Checkbox
        className="mt-2"
        ref={ref}
        label="Delete older data"
        checked={value === true}
        onCheckedChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
      />
      <div className="min-h-5">{error && <FieldError id={id}>{error}</FieldError>}</div>
    </>
  )
}
