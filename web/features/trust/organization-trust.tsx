import { useQuery } from '@tanstack/react-query'
import { getOrganizationTrust } from '#contract/trust.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TrustSentences } from './trust-sentences.tsx'

/** What is done with the data of the people of one organization. */
export const OrganizationTrust = ({ organizationId }: { organizationId: string }) => (
  <Card aria-label="Privacy and trust">
    <CardHeader
      title="Privacy and trust"
      description="What is done with the data of the people of this organization, made from the settings in force."
    />
    <ReadState
      read={useQuery(queryFor(getOrganizationTrust, { params: { id: organizationId } }))}
      loading={<Skeleton className="h-96 w-full" />}
      failed="The sentences could not be loaded"
    >
      {(sentences) => (
        <div className="grid gap-6 lg:grid-cols-2">
          <TrustSentences sentences={sentences} level={3} />
        </div>
      )}
    </ReadState>
  </Card>
)
