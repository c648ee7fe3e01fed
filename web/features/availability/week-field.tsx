import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { formatHours, weekdays, type WeeklyRange } from '#contract/rules/working-hours.ts'
import { ConflictNotice } from '#web/form/conflict-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'

/** The fields of the form in which it is. */
export type WeekFields = { ranges: WeeklyRange[] }

type RangeErrors = Partial<Record<'from' | 'to', { message?: string }>>
type WeekErrors = RangeErrors[] & { message?: string; root?: { message?: string } }

/** Working hours for each weekday, several ranges a day. */
export function WeekField() {
  const { control, getValues } = useFormContext<WeekFields>()
  const { fields, insert, remove } = useFieldArray({ control, name: 'ranges' })
  const errors = useFormState({ control }).errors.ranges as WeekErrors | undefined
  const error = errors?.root?.message ?? errors?.message
  return (
    <div>
      <ConflictNotice name="ranges" show={(week) => describeWeek(week as WeeklyRange[])} />
      {weekdays.map(({ day, name }) => {
        const own = fields.flatMap((it, index) => (it.weekday === day ? [{ ...it, index }] : []))
        const end = (own.at(-1)?.index ?? fields.length - 1) + 1
        return (
          <fieldset
            key={day}
            className="grid grid-cols-[6rem_1fr] gap-x-3 border-t border-line py-2 first-of-type:border-t-0 max-md:grid-cols-1"
          >
            <legend className="sr-only">{name}</legend>
            <span aria-hidden className="leading-10 font-semibold max-md:leading-8">
              {name}
            </span>
            <div className="flex flex-col gap-2">
              {own.map(({ id, index }) => (
                <Range
                  key={id}
                  index={index}
                  weekday={name}
                  errors={errors?.[index]}
                  onRemove={() => remove(index)}
                />
              ))}
              <div className="flex items-center gap-3">
                {own.length === 0 && <span className="text-muted">No hours</span>}
                <Button
                  type="button"
                  variant="ghost"
                  size="sm"
                  icon={Plus}
                  aria-label={`Add hours on ${name}`}
                  onClick={() =>
                    insert(end, suggestRanges(getValues('ranges'), day), {
                      focusName: `ranges.${end}.from`,
                    })
                  }
                >
                  Add hours
                </Button>
              </div>
            </div>
          </fieldset>
        )
      })}
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}

type RangeProps = {
  index: number
  weekday: string
  errors: RangeErrors | undefined
  onRemove: () => void
}

function Range({ index, weekday, errors, onRemove }: RangeProps) {
  const { register } = useFormContext<WeekFields>()
  const error = errors?.from?.message ?? errors?.to?.message
  return (
    <div>
      <div className="flex items-center gap-2">
        {(['from', 'to'] as const).map((edge) => (
          <Input
            key={edge}
            type="time"
            aria-label={`${weekday}, ${edge}`}
            aria-invalid={errors?.[edge] ? true : undefined}
            // Phones open the picker at a touch anywhere in it.
            className="max-w-36 min-w-0 max-md:[&::-webkit-calendar-picker-indicator]:hidden"
            {...register(`ranges.${index}.${edge}`)}
          />
        ))}
        <IconButton
          type="button"
          label={`Remove hours on ${weekday}`}
          icon={X}
          onClick={onRemove}
        />
      </div>
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}

/** What is added to a day: the hours of the day before, or two hours after those it has. */
function suggestRanges(ranges: readonly WeeklyRange[], weekday: number): WeeklyRange[] {
  const last = ranges.findLast((it) => it.weekday === weekday)
  if (last) return [{ weekday, from: last.to, to: addHours(last.to, 2) }]
  const [from, to] = ['09:00', '17:00'] as const
  const before = ranges.filter((it) => it.weekday === (weekday + 6) % 7)
  return before.length ? before.map((it) => ({ ...it, weekday })) : [{ weekday, from, to }]
}

function addHours(time: string, hours: number) {
  const hour = Number(time.slice(0, 2)) + hours
  return hour < 24 ? `${String(hour).padStart(2, '0')}${time.slice(2)}` : '23:59'
}

const describeWeek = (week: readonly WeeklyRange[]) =>
  weekdays
    .flatMap(({ day, name }) =>
      week.filter(({ weekday }) => weekday === day).map((it) => `${name} ${formatHours(it)}`),
    )
    .join(', ')
