import { lazy, Suspense, useState } from 'react'
import { useController } from 'react-hook-form'
import { classNames } from '#web/ui/class-names.ts'
import type { FieldControl } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import type { PlaceholderEditorProps } from '#web/ui/placeholder-editor.tsx'
import { inBraces, type Placeholders } from '#web/ui/placeholders.ts'
import { FormField, type FormFieldProps, useFieldError } from './fields.tsx'

/** The editor is loaded on demand; if that fails, a textarea does. */
const Editor = lazy(async () => {
  const loaded = await import('#web/ui/placeholder-editor.tsx').catch(() => undefined)
  return { default: loaded?.PlaceholderEditor ?? PlainText }
})

const PlainText = ({ control, value, onChange, onBlur, ref }: PlaceholderEditorProps) => (
  <Textarea
    {...control}
    ref={ref}
    rows={7}
    value={value}
    onBlur={onBlur}
    onChange={(event) => onChange(event.target.value)}
    className="border-0 font-mono"
  />
)

type PlaceholderFieldProps = FormFieldProps & {
  names: Placeholders
  onLeave?: () => void
}

/** A text with placeholders in braces; below it the one at the cursor is explained. */
export function PlaceholderField({ name, names, onLeave, ...field }: PlaceholderFieldProps) {
  const { ref, value, onChange, onBlur } = useController({ name }).field
  const [pointed, setPointed] = useState<string>()
  const isWrong = useFieldError(name) !== undefined
  const editor = (control: FieldControl) => (
    <Editor
      control={control}
      labelId={`${control.id}-label`}
      ref={ref}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      onBlur={() => {
        onBlur()
        onLeave?.()
      }}
      onPoint={setPointed}
      names={names}
    />
  )
  return (
    <FormField {...{ name, ...field }}>
      {(control) => (
        <div
          className={classNames(
            'rounded-md border bg-surface focus-within:outline-2 focus-within:outline-brand',
            isWrong ? 'border-red' : 'border-outline',
          )}
        >
          <div className="min-h-36">
            <Suspense>{editor(control)}</Suspense>
          </div>
          <output className="block h-13 rounded-b-md border-t border-line bg-sunken px-3 py-2 text-xs text-muted">
            <Explained names={names} name={pointed} />
          </output>
        </div>
      )}
    </FormField>
  )
}

function Explained({ names, name }: { names: Placeholders; name: string | undefined }) {
  if (name === undefined) return <>Type {'{{'} for a placeholder.</>
  const { what, now } = names.explain(name)
  return (
    <span className="line-clamp-2 break-words">
      <strong className="font-semibold text-ink">{inBraces(name)}</strong> {what}
      {now !== undefined && (
        <>
          {' '}
          Now: <span className="text-ink">{now}</span>
        </>
      )}
    </span>
  )
}
