import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { getOrganization, listOrganizations } from '#contract/organizations.ts'
import { SelectField } from '#web/form/fields.tsx'
import { callPage, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Organizations offered at once; with more of them one narrows them by name. */
const mostOffered = 100

/** The field `organizationId`: which one somebody belongs to. */
export function OrganizationChoice({ isRequired }: { isRequired: boolean }) {
  const { field } = useController({ name: 'organizationId' })
  const value = field.value as string | null
  const [name, setName] = useState('')
  const query = { q: name.trim(), limit: mostOffered }
  const page = useQuery({
    queryKey: [listOrganizations.path, 'choice', query],
    queryFn: ({ signal }) => callPage(listOrganizations, { query }, signal),
    placeholderData: keepPreviousData,
  })
  const offered = page.data?.rows ?? []
  // The chosen one may stand on a later page.
  const isElsewhere = value !== null && page.isSuccess && !offered.some(({ id }) => id === value)
  const chosen = useQuery({
    ...read(getOrganization, { params: { id: value ?? '' } }),
    enabled: isElsewhere,
  })
  const all = isElsewhere && chosen.data ? [chosen.data, ...offered] : offered
  const isLong = (page.data?.total ?? 0) > mostOffered
  if (page.isError && !page.data)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-red-ink">
        {sentenceOf(page.error, 'The organizations could not be loaded.')}
        <Button
          variant="secondary"
          size="sm"
          isPending={page.isFetching}
          onClick={() => void page.refetch()}
        >
          Try again
        </Button>
      </div>
    )
  return (
    <>
      {isLong && (
        <Field label="Find organization" hint="Narrows the list below by name.">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <SelectField
        name="organizationId"
        label="Organization"
        isRequired={isRequired}
        disabled={page.isPending}
        placeholder={page.isPending ? 'Loading...' : 'Select an organization'}
        options={all.map((it) => ({ value: it.id, label: it.name }))}
      />
    </>
  )
}
