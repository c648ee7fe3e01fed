import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getMyClientData } from '#contract/plans/my-plan.ts'
import { type ConsentEntry, maxConsentEntries, purposeLabel } from '#contract/consents/consents.ts'
import { listSentData } from '#contract/consents/sent-data.ts'
import { ConsentList, formatEntry } from '#web/features/consents/consent-list.tsx'
import { consentsQuery } from '#web/features/consents/use-consents.ts'
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
import { Button } from '#web/ui/button.tsx'
import { formatSentData } from '#web/features/consents/format-sent-data.ts'

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

/** What was sent to outside services, in words. */
function SentData() {
  const [page, setPage] = useState(1)
  const read = useQuery({
    ...queryFor(listSentData, { query: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card aria-label="What was sent out">
      <CardHeader
        title="What was sent out"
        description="Everything from your sessions and your family’s that went to an outside service. The list stays when a session is deleted."
      />
      <ReadState
        read={read}
        loading={<Skeleton className="h-5" />}
        failed="The list could not be loaded"
      >
        {({ entries, hasMore }) => (
          <>
            {entries.length ? (
              <ul className="flex max-w-prose flex-col gap-2">
                {entries.map((entry, index) => (
                  <li key={index}>{formatSentData(entry)}</li>
                ))}
              </ul>
            ) : (
              <p className="text-muted">Nothing has been sent to an outside service.</p>
            )}
            {(page > 1 || hasMore) && (
              <div className="mt-4 flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  Newer
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={!hasMore}
                  onClick={() => setPage(page + 1)}
                >
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </ReadState>
    </Card>
  )
}
