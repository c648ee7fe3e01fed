import { useQueryClient } from '@tanstack/react-query'
import { getAnalytics, getOrganizationAnalytics } from '#contract/analytics.ts'
import { listClients } from '#contract/clients.ts'
import {
  createOrganization,
  getOrganization,
  listOrganizationPlaces,
  listOrganizations,
  type Organization,
  updateOrganization,
} from '#contract/organizations.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { OrganizationFields } from './organization-form.tsx'

/** Whatever shows an organization's name, place or prices. */
const shown = [
  ...[listOrganizations, listOrganizationPlaces, getOrganizationAnalytics, getAnalytics],
  listClients,
]

/** Texts word for word (specification part 1, section 8). */
const words = {
  create: {
    title: 'Organization created',
    description: 'The organization has been successfully added.',
    failed: 'Failed to create organization',
  },
  update: {
    title: 'Organization updated',
    description: 'The organization has been successfully updated.',
    failed: 'Failed to update organization',
  },
}

/** Changes `organization`, or makes a new one. */
export function useSaveOrganization(organization: Organization | undefined, onDone: () => void) {
  const toast = useToast()
  const queries = useQueryClient()
  const { title, description, failed } = words[organization ? 'update' : 'create']
  return useSingleMutation({
    mutationFn: ({ description: about, city, country, ...fields }: OrganizationFields) => {
      const body = {
        ...fields,
        description: about || null,
        country: country || null,
        city: city || null,
      }
      return organization
        ? call(updateOrganization, { params: { id: organization.id }, body })
        : call(createOrganization, { body })
    },
    onSuccess: (saved) => {
      queries.setQueryData(read(getOrganization, { params: { id: saved.id } }).queryKey, saved)
      for (const { path } of shown) void queries.invalidateQueries({ queryKey: [path] })
      toast({ title, description })
      onDone()
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error, failed), tone: 'destructive' }),
  })
}
