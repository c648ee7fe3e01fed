import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { listAuditActions } from '#contract/audit.ts'
import { read } from '#web/lib/query.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { actionInWords } from './audit-words.ts'
import { fieldOf, instantIn } from './local-time.ts'

type AuditFilterName = 'action' | 'row' | 'from' | 'to'

type AuditFiltersProps = {
  person: string
  onPerson: (text: string) => void
  /** As the address has them: instants in UTC. */
  filters: Partial<Record<AuditFilterName, string>>
  onFilter: (name: AuditFilterName, value: string) => void
}

/** Person, action, row, and time. */
export function AuditFilters({ person, onPerson, filters, onFilter }: AuditFiltersProps) {
  const { action = '', row = '', from = '', to = '' } = filters
  const { data: actions = [] } = useQuery(read(listAuditActions, {}))
  // One that stands in the address is offered also before the list came.
  const known = actions.includes(action) || !action ? actions : [action, ...actions]
  return (
    <div className="mb-4 flex flex-col gap-3">
      <SearchInput
        label="Search entries by person"
        placeholder="Search entries by a person's name or email..."
        value={person}
        onChange={onPerson}
        className="max-w-md"
      />
      <div className="grid grid-cols-4 gap-3 max-xl:grid-cols-2 max-md:grid-cols-1">
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              value={action}
              onValueChange={(chosen) => onFilter('action', chosen)}
              options={[
                { value: '', label: 'All Actions' },
                ...known.map((name) => ({ value: name, label: actionInWords(name) })),
              ]}
            />
          )}
        </Field>
        {/* Anew for a row from elsewhere: the cross of its chip, or a click on a row's id. */}
        <RowField key={`row ${row}`} row={row} onRow={(id) => onFilter('row', id)} />
        <TimeField label="From" instant={from} onInstant={(at) => onFilter('from', at)} />
        <TimeField label="Before" instant={to} onInstant={(at) => onFilter('to', at)} />
      </div>
    </div>
  )
}

const rowId = z.uuid()

function RowField({ row, onRow }: { row: string; onRow: (row: string) => void }) {
  const [text, setText] = useState(row)
  const isWrong = text.trim() !== '' && !rowId.safeParse(text.trim()).success
  return (
    <Field label="Row" error={isWrong ? 'Paste the whole ID of a row' : undefined}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder="ID of a row"
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(event.target.value)
            if (next === '' || rowId.safeParse(next).success) onRow(next)
          }}
        />
      )}
    </Field>
  )
}

type TimeFieldProps = { label: string; instant: string; onInstant: (instant: string) => void }

/** Takes effect with Enter or when one leaves it: the years on the way to the one that is typed are not meant. */
function TimeField({ label, instant, onInstant }: TimeFieldProps) {
  const [text, setText] = useState(fieldOf(instant))
  const [followed, setFollowed] = useState(instant)
  // The cross of its chip, or Clear, changes the address without the field.
  if (followed !== instant) {
    setFollowed(instant)
    setText(fieldOf(instant))
  }
  const apply = () => {
    if (text !== fieldOf(instant)) onInstant(instantIn(text))
  }
  return (
    <Field label={label}>
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
