import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelUpload,
  finishUpload,
  listMyUnfinishedRecordings,
  type UnfinishedRecording as Unfinished,
} from '#contract/recordings/recordings.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { discardUpload } from '../tus-transfer.ts'
import { formatMoment } from './describe-recordings.ts'
import { DiscardRecording } from './discard-recording.tsx'
import { useKeptRecordings, useOtherTab, useRecorderState } from './use-recorder.ts'

const none: readonly Unfinished[] = []

/** Recordings of which only the server has something: those of another browser, or of one that lost its data. */
export function useUnfinishedRecordings(isStaff: boolean) {
  const { data = none } = useQuery({
    ...queryFor(listMyUnfinishedRecordings, {}),
    enabled: isStaff,
  })
  const state = useRecorderState()
  const otherTab = useOtherTab()
  const kept = useKeptRecordings()
  const here = new Set([
    ...kept.map(({ sessionId }) => sessionId),
    ...(state.phase === 'idle' ? [] : [state.options.sessionId]),
    ...(otherTab ? [otherTab.sessionId] : []),
  ])
  return isStaff ? data.filter(({ sessionId }) => !here.has(sessionId)) : none
}

/** What arrived of it can be finished. */
export function UnfinishedRecording({ unfinished }: { unfinished: Unfinished }) {
  const { uploadId, clientName, arrivedAt, arrivedBytes, sessionName } = unfinished
  const queries = useQueryClient()
  const now = useNow(60_000)
  const finish = useApiMutation({
    mutationFn: (_sent: void, call) => call(finishUpload, { params: { uploadId } }),
    successToast: () => ({ title: 'The recording is being checked' }),
    errorToast: 'The recording could not be finished. Please try again.',
  })
  const words = `A recording that ended at ${formatMoment(new Date(arrivedAt), new Date(now))}, ${formatBytes(arrivedBytes)}`
  async function discard() {
    const isDiscarded = await discardUpload(`/api/uploads/${uploadId}`)
    if (!isDiscarded) throw new Error('The server did not discard it.')
    await refetchAffected(queries, cancelUpload.changes)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <bdi className="font-semibold">{clientName}</bdi> · {sessionName}
        </p>
        <p className="text-muted tabular-nums">{words}. The rest is not on this device.</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        <DiscardRecording words={words} clientName={clientName} onDiscard={discard} />
        <Button size="sm" isPending={finish.isPending} onClick={() => finish.run()}>
          Finish with what arrived
        </Button>
      </div>
    </div>
  )
}
