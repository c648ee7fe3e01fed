import { type SubmitEvent, useState } from 'react'
import type { AnalysisValue } from '#contract/analysis/analysis.ts'
import { parseNumber } from '#web/lib/parse-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type CorrectValueProps = {
  value: AnalysisValue
  onSave: (corrected: number) => void
  onCancel: () => void
}

export function CorrectValue({ value, onSave, onCancel }: CorrectValueProps) {
  const { label, lowest, highest, machineValue } = value
  const [text, setText] = useState(String(machineValue))
  const [error, setError] = useState<string>()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const corrected = parseNumber(text) ?? Number.NaN
    if (!(corrected >= lowest && corrected <= highest))
      setError(`Enter a number from ${lowest} to ${highest}.`)
    else onSave(corrected)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label={`New value for ${label}`} error={error} className="w-40">
        {(field) => (
          <Input
            {...field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- It opens on the Correct button or key.
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            data-own-escape=""
            maxLength={24}
            value={text}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onCancel()
            }}
          />
        )}
      </Field>
      <Button type="submit" size="md">
        Save correction
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
