import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import type { Client } from '#contract/clients/clients.ts'
import {
  type CoachingEnd,
  endCoaching,
  getCoachingEnd,
  graceDays,
  type RetainedKind,
} from '#contract/retention/retention.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type EndCoachingProps = { client: Client; isOpen: boolean; onClose: () => void }

/** Ends the coaching after a confirmation that says what is deleted after it, and when. */
export function EndCoaching({ client, isOpen, onClose }: EndCoachingProps) {
  const found = useQuery({ ...endQuery(client.id), enabled: isOpen })
  const end = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(endCoaching, { params: { id: client.id }, body: { isEnded: true } }),
    successToast: () => ({
      title: 'Coaching ended',
      description: 'You can resume it in the plan.',
    }),
    errorToast: 'The coaching could not be ended. Please try again.',
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`End the coaching of ${formatClientName(client)}?`}
      description={
        <>
          <p>The client will see this in their plan. Nobody loses access.</p>
          {client.nextSessionDate && (
            <p className="mt-2">
              The session on {formatDate(client.nextSessionDate)} stays scheduled.
            </p>
          )}
          <ReadState
            read={found}
            loading={<Skeleton className="mt-2 h-20 w-full" />}
            failed="What will be deleted could not be loaded"
          >
            {(it) => <Deletions end={it} />}
          </ReadState>
        </>
      }
      confirmLabel="End coaching"
      pendingLabel="Ending..."
      isPending={end.isPending}
      isReady={found.data !== undefined}
      onConfirm={() => end.run()}
    />
  )
}

const Deletions = ({ end }: { end: CoachingEnd }) => {
  const rows = listCounts(end)
  if (rows.length === 0)
    return (
      <p className="mt-2">
        {end.deletions.length > 0
          ? `No data is due for deletion ${graceDays} days after the end.`
          : 'Ending coaching deletes nothing.'}{' '}
        You can resume coaching at any time.
      </p>
    )
  return (
    <>
      <p className="mt-2">
        On {formatDate(end.deletedAt)}, {graceDays} days from now, these will be permanently
        deleted:
      </p>
      <ul className="mt-2 list-disc pl-5">
        {rows.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
      <p className="mt-2">Kept sessions stay. Until then, you can resume the coaching.</p>
    </>
  )
}

type CoachingEndedProps = {
  client: Client
  /** Whether the user may resume it. */
  mayResume?: boolean
}

/** At the top of a plan whose coaching has ended: since when, and what will be deleted. */
export function CoachingEnded({ client, mayResume = false }: CoachingEndedProps) {
  const { data, dataUpdatedAt } = useQuery(endQuery(client.id))
  const resume = useApiMutation({
    mutationFn: (_sent: void, call) =>
      call(endCoaching, { params: { id: client.id }, body: { isEnded: false } }),
    successToast: () => ({ title: 'Coaching resumed' }),
    errorToast: 'The coaching could not be resumed. Please try again.',
  })
  const rows = data ? listCounts(data) : []
  return (
    <Banner
      tone="neutral"
      icon={CalendarOff}
      className="mb-6 print:hidden"
      action={
        mayResume &&
        data?.isDeactivated === false && (
          <Button
            size="sm"
            variant="secondary"
            isPending={resume.isPending}
            pendingLabel="Resuming..."
            onClick={() => resume.run()}
          >
            Resume coaching
          </Button>
        )
      }
    >
      <strong className="block">
        Coaching ended on {formatDate(client.coachingEndedAt ?? '')}.
        {data?.isDeactivated && ' The account is deactivated.'}
      </strong>
      {/* Its line is reserved until it comes. */}
      <span className="block min-h-5">
        {data &&
          (rows.length > 0
            ? `${new Intl.ListFormat('en').format(rows)} will be permanently deleted ${Date.parse(data.deletedAt) < dataUpdatedAt ? 'within an hour' : `on ${formatDate(data.deletedAt)}`}.`
            : 'Nothing will be deleted because of it.')}
      </span>
    </Banner>
  )
}

const endQuery = (clientId: string) => queryFor(getCoachingEnd, { params: { id: clientId } })

const nouns: readonly (readonly [kind: RetainedKind, one: string, many: string])[] = [
  ['recording', 'recording', 'recordings'],
  ['transcript', 'transcript', 'transcripts'],
  ['session_brief', 'brief', 'briefs'],
  ['execution', 'AI result', 'AI results'],
  ['feedback', 'answer about a session', 'answers about sessions'],
]

/** "3 recordings", for each kind of which there is something. */
const listCounts = ({ deletions }: CoachingEnd) =>
  nouns.flatMap(([kind, one, many]) => {
    const rows = deletions.find((it) => it.kind === kind)?.rows ?? 0
    return rows > 0 ? [`${formatCount(rows)} ${rows === 1 ? one : many}`] : []
  })
