import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOrganizationTrust } from '#contract/trust/trust.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TrustSentences } from './trust-sentences.tsx'

/** How the data of the people of one organization is handled. */
export function OrganizationTrust({ organizationId }: { organizationId: string }) {
  const [isOpen, setOpen] = useState(false)
  const trust = queryFor(getOrganizationTrust, { params: { id: organizationId } })
  return (
    <section aria-label="Privacy and trust">
      <Collapsible
        title="Privacy and trust"
        summary="How employee data is handled under current settings"
        onOpen={() => setOpen(true)}
      >
        <ReadState
          read={useQuery({ ...trust, enabled: isOpen })}
          loading={<Skeleton className="h-96 w-full" />}
          failed="The sentences could not be loaded"
        >
          {(sentences) => (
            <div className="grid gap-6 lg:grid-cols-2">
              <TrustSentences sentences={sentences} level={3} />
            </div>
          )}
        </ReadState>
      </Collapsible>
    </section>
  )
}
