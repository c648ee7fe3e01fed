import { useQuery, useQueryClient } from '@tanstack/react-query'
import { NotebookText } from 'lucide-react'
import { useEffect } from 'react'
import { canPrepare, getBrief, prepareSession, type SessionBrief } from '#contract/briefs.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BriefBody } from './brief-body.tsx'
import { PrintedBrief } from './printed-brief.tsx'
import type { OnPlay } from './playable-quote.tsx'
import { BriefStatus } from './brief-status.tsx'

/** Milliseconds between two polls while the brief is being made. */
const pollMs = 1_000

type BriefTabProps = { session: SessionDetail; clientName: string; onPlay: OnPlay }

/** The brief of a session: whoever opens that of one to come that has none has it made. */
export function BriefTab({ session, clientName, onPlay }: BriefTabProps) {
  const queries = useQueryClient()
  const query = queryFor(getBrief, { params: { id: session.id } })
  const found = useQuery({
    ...query,
    refetchInterval: ({ state }) => state.data?.status === 'making' && pollMs,
  })
  const status = found.data?.status
  const prepare = useWrite({
    write: (_sent: void, call) => call(prepareSession, { params: { id: session.id } }),
    failed: 'The session could not be prepared. Please try again.',
    onSuccess: (brief) => queries.setQueryData(query.queryKey, brief),
  })
  const isMissing = status === 'none' && canPrepare(session)
  useEffect(() => {
    if (isMissing) prepare.run()
    // oxlint-disable-next-line react/exhaustive-deps -- once where there is none: what failed is tried again by hand
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
          <NoBrief brief={brief} session={session} onPrepare={() => prepare.run()} />
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
        ? 'What was said last, what moved, what is due and what was promised, on one page.'
        : 'A brief is made before a session, and this one is over.')
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
