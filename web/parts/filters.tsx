import { useState } from 'react'
import { z } from 'zod'
import { maxSearchLength } from '#contract/paging.ts'
import { formatDateTime, parseDateTimeField, toDateTimeField } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Combobox, type OptionSearch } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

type Changes<Name extends string> = { [N in Name]?: string | undefined }

/** `name` is the filter's in the URL, unless `value` and `changes` say otherwise. */
export type FilterField<Name extends string> = {
  name: Name
  label: string
  /** The label of a value that is not, or not yet, among the options. */
  labelOf?: (value: string) => string
  value?: string
  changes?: (value: string) => Changes<Name>
} & (
  | { kind: 'choice'; all: string; options: readonly SelectOption[] }
  | { kind: 'searched'; all: string; found: OptionSearch }
  | { kind: 'id'; of: string }
  | { kind: 'time' }
  /** Chosen elsewhere on the page. */
  | { kind: 'chip'; options: readonly SelectOption[] }
)

type FiltersProps<Name extends string> = {
  /** As from `useListUrlState`. */
  url: {
    filters: NoInfer<Changes<Name>>
    setFilters: (changes: NoInfer<Changes<Name>>) => void
    /** Clears the search too. */
    clear?: () => void
    q?: string
    text?: string
    setText?: (text: string) => void
  }
  /** The label of the search field. Beside it the other labels are only for screen readers. */
  search?: string
  fields: readonly FilterField<Name>[]
}

/** The search and the filters of a list, with a removable chip for each in force. */
export function Filters<Name extends string>({ url, search, fields }: FiltersProps<Name>) {
  const { filters, setFilters, q, text = '', setText = () => {} } = url
  const getChanges = ({ name, changes }: FilterField<Name>, value: string) =>
    changes?.(value) ?? ({ [name]: value } as Changes<Name>)
  const clearAll = () =>
    setFilters(Object.assign({}, ...fields.map((it) => getChanges(it, ''))) as Changes<Name>)
  const shown = fields.map((field) => ({
    field,
    value: field.value ?? filters[field.name] ?? '',
    set: (value: string) => setFilters(getChanges(field, value)),
  }))
  const inForce = [
    ...(search && q ? [{ name: 'Search', label: q, onLift: () => setText('') }] : []),
    ...shown.flatMap(({ field, value, set }) =>
      value ? [{ name: field.label, label: formatValue(field, value), onLift: () => set('') }] : [],
    ),
  ]
  return (
    <>
      <div
        className={`mb-4 flex flex-wrap gap-3 print:hidden ${search ? '[&_label]:sr-only' : ''}`}
      >
        {search && (
          <SearchInput
            label={search}
            placeholder={`${search}...`}
            value={text}
            onChange={setText}
            maxLength={maxSearchLength}
            className="max-w-md flex-[3_1_18rem] max-md:max-w-none max-md:basis-full"
          />
        )}
        {shown.map(({ field, ...rest }) => (
          <FilterControl key={field.name} field={field} {...rest} />
        ))}
      </div>
      {inForce.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          {inForce.map(({ name, label, onLift }) => (
            <Chip key={name} removeLabel={`Remove filter ${name}: ${label}`} onRemove={onLift}>
              {name}: {label}
            </Chip>
          ))}
          <Button variant="ghost" size="sm" onClick={url.clear ?? clearAll}>
            Clear ({inForce.length})
          </Button>
        </div>
      )}
    </>
  )
}

function formatValue(field: FilterField<string>, value: string) {
  if (field.kind === 'id') return value
  if (field.kind === 'time') return formatDateTime(value)
  const options = field.kind === 'searched' ? [] : field.options
  return options.find((it) => it.value === value)?.label ?? field.labelOf?.(value) ?? '…'
}

const narrow = 'max-w-72 flex-[1_1_9rem] max-md:max-w-none'
const wide = 'max-w-80 flex-[1_1_14rem] max-md:max-w-none'

type ControlProps = {
  field: FilterField<string>
  value: string
  set: (value: string) => void
}

function FilterControl({ field, value, set }: ControlProps) {
  const { label } = field
  if (field.kind === 'chip') return null
  if (field.kind === 'id') return <IdField {...{ label, of: field.of, value, set }} />
  if (field.kind === 'time') return <TimeField {...{ label, value, set }} />
  const chosen = value ? { value, label: formatValue(field, value) } : undefined
  return (
    <Field label={label} className={narrow}>
      {(control) =>
        field.kind === 'searched' ? (
          <Combobox
            {...control}
            things={label}
            placeholder={field.all}
            chosen={chosen}
            onChoose={(option) => set(option?.value ?? '')}
            found={field.found}
          />
        ) : (
          <Select
            {...control}
            value={value}
            onValueChange={set}
            options={[
              { value: '', label: field.all },
              ...field.options,
              ...(chosen && !field.options.some((it) => it.value === value) ? [chosen] : []),
            ]}
          />
        )
      }
    </Field>
  )
}

/** What is typed, until the value changes elsewhere. */
function useTyped(text: string) {
  const [typed, setTyped] = useState(text)
  const [synced, setSynced] = useState(text)
  if (synced !== text) {
    setSynced(text)
    setTyped(text)
  }
  return [typed, setTyped] as const
}

const wholeId = z.uuid()

type TypedFieldProps = { label: string; value: string; set: (value: string) => void }

/** Applied as soon as it is a complete ID or empty. */
function IdField({ label, of, value, set }: TypedFieldProps & { of: string }) {
  const [text, setText] = useTyped(value)
  const isValid = (id: string) => id === '' || wholeId.safeParse(id).success
  return (
    <Field
      label={label}
      error={isValid(text.trim()) ? undefined : `Paste the whole ID of ${of}`}
      className={narrow}
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={`ID of ${of}`}
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(event.target.value)
            if (isValid(next)) set(next)
          }}
        />
      )}
    </Field>
  )
}

/** Applied on Enter or blur, because the years on the way to the typed one are not meant. */
function TimeField({ label, value, set }: TypedFieldProps) {
  const before = toDateTimeField(value)
  const [text, setText] = useTyped(before)
  const apply = () => {
    if (text !== before) set(parseDateTimeField(text))
  }
  return (
    <Field label={label} className={wide}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
      )}
    </Field>
  )
}
