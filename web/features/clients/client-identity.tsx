import type { Client } from '#contract/clients.ts'
import { clientInitials, clientName } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Who a client is: initials, name, organization. */
export const ClientIdentity = ({ client }: { client: Client }) => (
  <span className="flex max-w-60 items-center gap-3">
    <Avatar initials={clientInitials(client)} />
    <span className="min-w-0">
      <span className="block truncate font-semibold">{clientName(client)}</span>
      <span className="block truncate text-xs text-muted">
        {client.organizationName ?? 'No Organization'}
      </span>
    </span>
  </span>
)
