import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getMyClientData } from '#contract/plans/my-plan.ts'
import { ConsentList, formatEntry } from '#web/features/consents/consent-list.tsx'
import { consentsQuery } from '#web/features/consents/use-consents.ts'
import { SentData } from '#web/features/consents/sent-data.tsx'
import { DataReaders } from '#web/features/plans/my-plan/data-readers.tsx'
import { PersonExport } from '#web/features/person-exports/person-export.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { BackLink } from '#web/parts/page-state.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ConsentEntry, maxConsentEntries, purposeLabel } from '#contract/consents/consents.ts'

/** What a client has agreed to, and who opened their data. */
export function PrivacyPage() {
  usePageTitle('Your privacy')
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Your privacy"
        subtitle="How your sessions may be used, what was sent out, and who opened your data."
        back={<BackLink to={paths.app}>Back to My Health Plan</BackLink>}
      />
      <div className="flex flex-col gap-6">
        <ReadState
          read={useQuery(queryFor(getMyClientData, {}))}
          loading={<Skeleton className="h-96 w-full" />}
          failed="Your plan could not be loaded"
        >
          {(plans) => {
            const own = plans.find(({ familyRelation }) => familyRelation === null)
            // What is below appears with what is above, so that nothing moves.
            return own ? (
              <OwnConsents clientId={own.id}>
                {logs}
                <OwnData clientId={own.id} />
              </OwnConsents>
            ) : (
              <>
                <NoPlan />
                {logs}
              </>
            )
          }}
        </ReadState>
      </div>
    </div>
  )
}

const NoPlan = () => <Banner tone="neutral">You don’t have a plan of your own yet.</Banner>

const logs = (
  <>
    <SentData />
    <DataReaders />
  </>
)

const OwnData = ({ clientId }: { clientId: string }) => (
  <Card aria-label="Your data">
    <CardHeader
      title="Your data"
      description="Everything that is stored about you, as an archive with a readable page, spreadsheets and your recordings."
    />
    <PersonExport clientId={clientId} />
  </Card>
)

type OwnConsentsProps = { clientId: string; children: ReactNode }

const OwnConsents = ({ clientId, children }: OwnConsentsProps) => (
  <ReadState
    read={useQuery(consentsQuery(clientId))}
    loading={<Skeleton className="h-96 w-full" />}
    failed="Your choices could not be loaded"
    notRefreshed="Your choices could not be refreshed."
  >
    {({ consents, history }) => (
      <>
        <Card aria-label="Your choices">
          <CardHeader
            title="Your choices"
            description="They also cover the plans of your family. What you switch off stops at once; what exists stays until you ask for it to be deleted."
          />
          <ConsentList clientId={clientId} consents={consents} />
          {history.length > 0 && (
            <div className="mt-6">
              <Collapsible title="All decisions" summary={`${history.length}`}>
                <ConsentHistory entries={history} />
              </Collapsible>
            </div>
          )}
        </Card>
        {children}
      </>
    )}
  </ReadState>
)

/** Every decision, newest first. */
const ConsentHistory = ({ entries }: { entries: readonly ConsentEntry[] }) => (
  <>
    <ul className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li key={entry.id}>
          <strong className="font-semibold">{purposeLabel[entry.purpose]}</strong>{' '}
          <span className="text-muted">
            {formatEntry(entry)} Version {entry.textVersion} of the text.
          </span>
        </li>
      ))}
    </ul>
    {entries.length === maxConsentEntries && (
      <p className="mt-3 text-xs text-muted">Shows the newest {maxConsentEntries}.</p>
    )}
  </>
)
