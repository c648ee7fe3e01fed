import { weekdays } from '#contract/rules/working-hours.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { timeZone } from '#web/lib/page-settings.ts'
import { ChoiceField } from '#web/form/choice-field.tsx'

/** The working days and hours, in the time zone of the installation. */
export const HoursFields = () => (
  <>
    <ChoiceField
      name="days"
      legend="Days"
      options={weekdays.map(({ day, name }) => ({ value: day, label: name }))}
    />
    <FieldPair>
      <TextField name="from" type="time" label="From" hint={`In ${timeZone} time.`} />
      <TextField name="to" type="time" label="To" />
    </FieldPair>
  </>
)
