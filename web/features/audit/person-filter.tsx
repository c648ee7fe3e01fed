import { useQuery } from '@tanstack/react-query'
import { listUsers, readUser } from '#contract/users.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

/** The name of the user that the log is filtered by, or the ID if the account is deleted. */
export function usePersonName(id: string) {
  const { data, error } = useQuery({
    ...queryFor(readUser, { params: { id } }),
    enabled: id !== '',
  })
  if (data) return formatPersonName(data)
  return error ? id : '…'
}

type PersonFilterProps = {
  /** '' for everyone. */
  id: string
  onPerson: (id: string) => void
}

export function PersonFilter({ id, onPerson }: PersonFilterProps) {
  const found = useOptionSearch(listUsers, (it) => ({
    value: it.id,
    label: `${formatPersonName(it)} (${it.email})`,
  }))
  const name = usePersonName(id)
  return (
    <Field label="Person">
      {(control) => (
        <Combobox
          {...control}
          things="Person"
          placeholder="All People"
          chosen={id === '' ? undefined : { value: id, label: name }}
          onChoose={(option) => onPerson(option?.value ?? '')}
          found={found}
        />
      )}
    </Field>
  )
}
