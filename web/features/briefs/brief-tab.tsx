import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookText, Printer, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { canPrepare, getBrief, prepareSession, type SessionBrief } from '#contract/briefs/briefs.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { isCoach } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paper } from '#web/ui/paper.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BriefBody, type OnPlay } from './brief-body.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Milliseconds between two polls while the brief is being made. */
const pollMs = 1_000

type BriefTabProps = { session: SessionDetail; clientName: string; onPlay: OnPlay }

/** Opening the tab of an upcoming session prepares its brief. */
export function BriefTab({ session, clientName, onPlay }: BriefTabProps) {
  const queries = useQueryClient()
  const query = queryFor(getBrief, { params: { id: session.id } })
  const found = useQuery({
    ...query,
    refetchInterval: ({ state }) => state.data?.status === 'making' && pollMs,
  })
  const status = found.data?.status
  const prepare = useApiMutation({
    mutationFn: (notes: 'include' | 'omit', call) =>
      call(prepareSession, { params: { id: session.id }, query: { notes } }),
    errorToast: 'The session could not be prepared. Please try again.',
    onSuccess: (brief) => queries.setQueryData(query.queryKey, brief),
  })
  const isMissing = status === 'none' && canPrepare(session)
  useEffect(() => {
    if (isMissing) prepare.run('omit')
    // oxlint-disable-next-line react/exhaustive-deps -- once; a failure is retried with the button
  }, [isMissing])
  return (
    <ReadState
      read={found}
      loading={<BriefSkeleton />}
      failed="The brief could not be loaded"
      notRefreshed="The brief could not be refreshed."
    >
      {(brief) =>
        brief.content ? (
          <div className="flex flex-col gap-5">
            <BriefStatus brief={brief} session={session} prepare={prepare} />
            <BriefBody {...brief} content={brief.content} onPlay={onPlay} />
            <PrintedBrief session={session} clientName={clientName} madeAt={brief.madeAt}>
              <BriefBody {...brief} content={brief.content} onPlay={onPlay} />
            </PrintedBrief>
          </div>
        ) : prepare.isPending || brief.status === 'making' ? (
          <BriefSkeleton />
        ) : (
          <NoBrief brief={brief} session={session} onPrepare={() => prepare.run('omit')} />
        )
      }
    </ReadState>
  )
}

type NoBriefProps = { brief: SessionBrief; session: SessionDetail; onPrepare: () => void }

const NoBrief = ({ brief, session, onPrepare }: NoBriefProps) => (
  <EmptyState
    icon={NotebookText}
    title="No brief"
    hint={
      brief.sentence ??
      (canPrepare(session)
        ? 'The last session, changes, due work and agreements on one page.'
        : 'Briefs are prepared before a session, and this one is over.')
    }
    action={canPrepare(session) && <Button onClick={onPrepare}>Prepare session</Button>}
  />
)

const BriefSkeleton = () => (
  <div className="flex flex-col gap-4">
    <Spinner label="Preparing the session" className="sr-only" />
    <Skeleton className="h-8 w-72 max-w-full" />
    <Skeleton className="h-32 w-full max-w-prose" />
    <Skeleton className="h-32 w-full max-w-prose" />
  </div>
)

type PrintedBriefProps = {
  session: SessionDetail
  clientName: string
  madeAt: string | null
  children: ReactNode
}

/** Printed instead of the page. */
const PrintedBrief = ({ session, clientName, madeAt, children }: PrintedBriefProps) => (
  <Paper>
    <h2 dir="auto" className="text-xl">
      {clientName}
    </h2>
    <p className="mb-5 text-muted">
      {session.sessionDefinitionName}, {formatDateTime(session.sessionDate)}
      {madeAt && ` · prepared on ${formatDateTime(madeAt)}`}
    </p>
    {children}
  </Paper>
)

type BriefStatusProps = {
  brief: SessionBrief
  session: SessionDetail
  prepare: { run: (notes: 'include' | 'omit') => void; isPending: boolean }
}

function BriefStatus({ brief, session, prepare }: BriefStatusProps) {
  const { status, madeAt, madeBy, isStale, sentence } = brief
  const user = useSignedInUser()
  const [includesNotes, setIncludesNotes] = useState(false)
  const canInclude = canPrepare(session) && isCoach(user) && !user.isImpersonating
  const isAgain = canPrepare(session) && (isStale || status === 'failed' || includesNotes)
  return (
    <div className="flex flex-col gap-1 border-b border-line pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-muted" aria-live="polite">
          Prepared {madeAt && `on ${formatDateTime(madeAt)}`}{' '}
          {madeBy ? `by ${madeBy}` : 'automatically'}
          {isStale && ' · out of date'}
          {status === 'making' && ' · writing the AI summary...'}
        </p>
        {isAgain && (
          <Button
            size="sm"
            variant="secondary"
            icon={RotateCw}
            isPending={prepare.isPending}
            onClick={() => {
              prepare.run(includesNotes ? 'include' : 'omit')
              setIncludesNotes(false)
            }}
          >
            Update brief
          </Button>
        )}
        <IconButton label="Print the brief" icon={Printer} size="sm" onClick={() => print()} />
      </div>
      {canInclude && (
        <Checkbox
          label="Include my private notes"
          checked={includesNotes}
          onCheckedChange={setIncludesNotes}
        />
      )}
      {includesNotes && (
        <p className="text-muted">
          Those on the client, this session and the one before. An AI model that writes the summary
          gets them too.
        </p>
      )}
      {brief.includesNotes && (
        <p className="text-muted">
          {brief.notes.length
            ? 'Only you can see your notes and the AI summary in this brief.'
            : `Only ${madeBy ?? 'its author'} can see the private notes and the AI summary in this brief.`}
        </p>
      )}
      {status === 'failed' && (
        <p className="text-amber-ink">The AI summary could not be written. {sentence}</p>
      )}
    </div>
  )
}
