import { useState } from 'react'
import {
  chooseOfferedTime,
  type SessionRequest,
  withdrawMyRequest,
} from '#contract/bookings/bookings.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime, formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type MyRequestProps = { request: SessionRequest; coach: string }

const formatWhen = (at: string) => `${formatRelativeDay(at, new Date())}, ${formatTime(at)}`

/** What the client asked for and what became of it. */
export function MyRequest({ request, coach }: MyRequestProps) {
  const { id, status, words, offered } = request
  const [chosen, setChosen] = useState<string>()
  const withdraw = useApiMutation({
    mutationFn: (_nothing: void, call) => call(withdrawMyRequest, { params: { id } }),
    successToast: () => ({ title: 'Request withdrawn' }),
    errorToast: 'Failed to withdraw the request. Please try again.',
  })
  const choose = useApiMutation({
    mutationFn: (startsAt: string, call) =>
      call(chooseOfferedTime, { params: { id }, body: { startsAt } }),
    onSettled: () => setChosen(undefined),
    successToast: (_bookings, startsAt) => ({
      title: request.sessionId ? 'Session moved' : 'Session booked',
      description: formatDateTime(startsAt),
    }),
    errorToast: 'This time could not be taken. Please try again.',
  })
  const isWaiting = status === 'open' || status === 'offered'
  return (
    <section aria-label="Your request" className="rounded-md border border-line bg-surface p-3">
      <p className="font-semibold text-pretty">{describeRequest(request, coach)}</p>
      {words && (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          “{words}”
        </p>
      )}
      {isWaiting && (
        <p className="mt-1 text-sm text-muted">Held until {formatDateTime(request.lapsesAt)}.</p>
      )}
      <OwnActs show="button">
        {status === 'offered' && (
          <div className="mt-3 flex flex-col gap-2">
            {offered.map((at) => (
              <Button key={at} className="h-12 w-full" onClick={() => setChosen(at)}>
                {formatWhen(at)}
              </Button>
            ))}
          </div>
        )}
        {isWaiting && (
          <Button
            variant="secondary"
            className="mt-3"
            isPending={withdraw.isPending}
            onClick={() => withdraw.run()}
          >
            Withdraw request
          </Button>
        )}
      </OwnActs>
      <ConfirmDialog
        isOpen={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        tone="primary"
        title={request.sessionId ? 'Move your session?' : 'Book this time?'}
        description={`${chosen ? formatDateTime(chosen) : ''}. ${coach} will be told.`}
        confirmLabel={request.sessionId ? 'Move session' : 'Book session'}
        cancelLabel="Back"
        isPending={choose.isPending}
        onConfirm={() => chosen && choose.run(chosen)}
      />
    </section>
  )
}

function describeRequest({ status, startsAt, sessionId }: SessionRequest, coach: string) {
  const when = formatWhen(startsAt)
  if (status === 'offered') return `${coach} offers other times than ${when}`
  if (status === 'declined') return `${coach} declined ${when}`
  if (status === 'lapsed') return `${coach} did not answer in time about ${when}`
  if (status === 'outdated') return `Your request for ${when} ended: your sessions have changed`
  return sessionId ? `You asked to move to ${when}` : `You asked for ${when}`
}
