import { useQuery } from '@tanstack/react-query'
import { UserSearch, UsersRound } from 'lucide-react'
import { useParams } from 'react-router'
import { useId } from 'react'
import {
  type CoachDetail,
  coachStatusOption,
  type CoachStatus,
  coachStatus,
  type ListedCoach,
  updateCoach,
} from '#contract/coaches/coaches.ts'
import { listClients, type RiskLevel } from '#contract/clients/clients.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { CoachAvailability } from '#web/features/availability/coach-availability.tsx'
import { CoachMeeting } from '#web/features/coaches/coach-meeting.tsx'
import { CoachProfile, coachQuery, useCoachChange } from '#web/features/coaches/coach-profile.tsx'
import { EditCoach } from '#web/features/coaches/edit-coach-dialog.tsx'
import { FeedbackOfCoach } from '#web/features/feedback/coach-feedback.tsx'
import { formatCount } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CopyId } from '#web/ui/copy-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Select } from '#web/ui/select.tsx'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { ClientList } from '#web/features/clients/client-list.tsx'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { riskTone, riskLabel } from '#web/parts/risk.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { solidTone } from '#web/ui/tone.ts'

export function CoachPage() {
  const { id = '' } = useParams()
  return <LoadedCoach key={id} id={id} />
}

/** What Manage opens (docs/product.md, "Coaches"). */
function LoadedCoach({ id }: { id: string }) {
  const query = useQuery(coachQuery(id))
  usePageTitle(query.data ? formatPersonName(query.data) : query.error ? undefined : 'Coach')
  return (
    <div className="mx-auto max-w-7xl">
      <PageState
        read={query}
        back={<BackToCoaches />}
        loading={<CoachSkeleton />}
        failed="The coach could not be loaded"
        notRefreshed="The coach could not be refreshed."
        notFound={{
          icon: UserSearch,
          title: 'Coach not found',
          hint: 'Check the link, or find the coach in the list.',
        }}
      >
        {(coach) => <CoachDetails coach={coach} now={new Date(query.dataUpdatedAt)} />}
      </PageState>
    </div>
  )
}

function CoachDetails({ coach, now }: { coach: CoachDetail; now: Date }) {
  return (
    <>
      <PageHeader
        title={formatPersonName(coach)}
        subtitle={<CopyId id={coach.id} />}
        back={<BackToCoaches />}
        actions={<CoachStatusSelect coach={coach} />}
      />
      {coach.status !== 'active' && coach.patientCount > 0 && (
        <Banner tone="amber" isLive className="mb-4">
          This coach is {coachStatusOption[coach.status].toLowerCase()}, but{' '}
          {coach.patientCount === 1
            ? '1 client is still assigned.'
            : `${formatCount(coach.patientCount)} clients are still assigned.`}
        </Banner>
      )}
      <div className="grid grid-cols-[3fr_2fr] gap-4 max-lg:grid-cols-1">
        <CoachProfile coach={coach} now={now} actions={<EditCoach coach={coach} />} />
        <Caseload coach={coach} />
        <CoachMeeting coach={coach} />
        <FeedbackOfCoach coachId={coach.id} />
      </div>
      <h2 className="mt-8 mb-3 text-lg">Hours and time off</h2>
      <CoachAvailability coachId={coach.id} />
      <CoachClients coach={coach} />
    </>
  )
}

const BackToCoaches = () => <BackLink to={paths.coaches}>Back to Coaches</BackLink>

const CoachSkeleton = () => (
  <div>
    <Spinner label="Loading the coach" className="sr-only" />
    <Skeleton className="mb-3 h-8 w-36" />
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-2 mb-6 h-5 w-80" />
    <div className="grid grid-cols-[3fr_2fr] gap-4 max-lg:grid-cols-1">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
    <Skeleton className="mt-8 h-72 w-full" />
  </div>
)

function CoachStatusSelect({ coach: { id, status, version } }: { coach: ListedCoach }) {
  const fieldId = useId()
  const change = useApiMutation({
    mutationFn: (chosen: CoachStatus, call) =>
      call(updateCoach, { params: { id }, body: { status: chosen, version } }),
    ...useCoachChange(id),
  })
  return (
    <div className="flex items-center gap-2">
      <label id={`${fieldId}-label`} htmlFor={fieldId} className="text-sm font-semibold">
        Status
      </label>
      <Select
        id={fieldId}
        className="w-32"
        value={change.isPending ? change.sent : status}
        aria-busy={change.isPending || undefined}
        onValueChange={(chosen) => change.run(coachStatus.parse(chosen))}
        options={coachStatus.options.map((it) => ({ value: it, label: coachStatusOption[it] }))}
      />
    </div>
  )
}

function CoachClients({ coach }: { coach: ListedCoach }) {
  return (
    <section aria-labelledby="coach-clients" className="mt-8">
      <h2 id="coach-clients" className="mb-3 text-lg">
        Assigned clients
      </h2>
      {coach.patientCount === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="No assigned clients"
          hint="Clients assigned to this coach appear here."
        />
      ) : (
        <AssignedClients coach={coach} />
      )}
    </section>
  )
}

function AssignedClients({ coach }: { coach: ListedCoach }) {
  const user = useSignedInUser()
  const { q, text, setText, sort, sorting, clear } = useListUrlState(listClients)
  return (
    <>
      <SearchInput
        label="Search assigned clients by name or email"
        placeholder="Search clients by name or email..."
        value={text}
        onChange={setText}
        maxLength={maxSearchLength}
        className="mb-3 max-w-md max-md:max-w-none"
      />
      <ClientList
        user={user}
        filter={{ q: q || undefined, coachId: coach.id }}
        total={coach.patientCount}
        sort={sort}
        sorting={sorting}
        onClear={clear}
      />
    </>
  )
}

type CaseloadProps = { coach: Pick<CoachDetail, 'patientCount' | 'caseload'> }

function Caseload({ coach: { patientCount, caseload } }: CaseloadProps) {
  const countClients = (level: RiskLevel | null) =>
    level ? caseload.risks[level] : caseload.notAssessed
  const maxClients = Math.max(1, ...levels.map(countClients))
  return (
    <Card aria-label="Caseload">
      <CardHeader title="Caseload" />
      <div className="grid grid-cols-2 gap-3">
        <StatCard label="Clients" value={formatCount(patientCount)} />
        <StatCard label="Open sessions" value={formatCount(caseload.openSessions)} />
      </div>
      <h3 id="risk-plot" className="mt-5 mb-2 text-sm">
        Clients by risk
      </h3>
      <ul aria-labelledby="risk-plot" className="flex flex-col gap-2">
        {levels.map((level) => (
          <li
            key={level}
            className="grid grid-cols-[6rem_1fr_3.25rem] items-center gap-3 text-xs text-muted"
          >
            {level ? `${riskLabel[level]} risk` : 'Not assessed'}
            <span aria-hidden className="h-3 rounded-md bg-sunken">
              <span
                className={`block h-full rounded-md ${solidTone[level ? riskTone[level] : 'neutral']}`}
                style={{ width: `${(countClients(level) / maxClients) * 100}%` }}
              />
            </span>
            <span className="text-right text-sm font-semibold text-ink tabular-nums">
              {formatCount(countClients(level))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Highest risk first; null is a client without an assessment. */
const levels: readonly (RiskLevel | null)[] = ['high', 'medium', 'low', null]
