import { useQuery } from '@tanstack/react-query'
import { listMyOrganizations } from '#contract/clients.ts'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Select } from '#web/ui/select.tsx'

type OrganizationFilterProps = {
  id: string | undefined
  /** '' for all organizations. */
  onChoose: (id: string) => void
  className?: string
}

const all = 'All Organizations'

/** The name of the organization that the list is filtered by, once loaded. */
export function useOrganizationName(id: string | undefined, isForAdmin: boolean) {
  const one = useQuery({
    ...queryFor(getOrganization, { params: { id: id ?? '' } }),
    enabled: isForAdmin && id !== undefined,
  })
  const own = useQuery({ ...queryFor(listMyOrganizations, {}), enabled: !isForAdmin })
  return isForAdmin ? one.data?.name : own.data?.find((it) => it.id === id)?.name
}

/** All organizations, searched by the server. */
export function OrganizationCombobox({ id, onChoose, className }: OrganizationFilterProps) {
  const found = useOptionSearch(listOrganizations, (it) => ({ value: it.id, label: it.name }))
  const name = useOrganizationName(id, true)
  return (
    <Combobox
      aria-label="Organization"
      things="Organization"
      placeholder={all}
      chosen={id === undefined ? undefined : { value: id, label: name ?? '' }}
      onChoose={(option) => onChoose(option?.value ?? '')}
      found={found}
      {...(className && { className })}
    />
  )
}

/** The organizations of a coach's own clients. */
export function MyOrganizationSelect({ id, onChoose, className }: OrganizationFilterProps) {
  const organizations = useQuery(queryFor(listMyOrganizations, {})).data ?? []
  return (
    <Select
      aria-label="Organization"
      value={id ?? ''}
      onValueChange={onChoose}
      options={[
        { value: '', label: all },
        ...organizations.map((it) => ({ value: it.id, label: it.name })),
      ]}
      {...(className && { className })}
    />
  )
}
