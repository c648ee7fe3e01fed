import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { maxOfferedTimes } from '#contract/bookings/bookings.ts'
import {
  acceptRequest,
  declineForm,
  declineRequest,
  listSessionRequests,
  listTimesToOffer,
  offerTimes,
  type WaitingRequest,
} from '#contract/bookings/session-requests.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime, formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FreeTimesByWeek, useWeek } from './free-times.tsx'

const formatWhen = (at: string) => `${formatRelativeDay(at, new Date())}, ${formatTime(at)}`

type SessionRequestsProps = {
  requests: readonly WaitingRequest[]
  /** The client's name leads to the plan. */
  hasNames?: boolean
}

/** What clients ask for, with the answers that a coach can give. */
export const SessionRequests = ({ requests, hasNames = false }: SessionRequestsProps) =>
  requests.length > 0 && (
    <Card aria-label="Requests" className="mb-6">
      <CardHeader title="Requests" description="Clients who ask for another time." />
      <ul>
        {requests.map((request) => (
          <li key={request.id} className="border-t border-line py-3 first:border-t-0">
            {hasNames && (
              <Link
                to={paths.plan(request.clientId)}
                dir="auto"
                className="font-semibold text-brand-ink underline underline-offset-4"
              >
                {request.clientName}
              </Link>
            )}
            <Request request={request} />
          </li>
        ))}
      </ul>
    </Card>
  )

type ClientRequestsProps = { clientId: string; sessionId?: string }

/** Those of one client, or about one session. */
export function ClientRequests({ clientId, sessionId }: ClientRequestsProps) {
  const { data = [] } = useQuery(queryFor(listSessionRequests, { query: { clientId } }))
  const requests = sessionId ? data.filter((it) => it.sessionId === sessionId) : data
  return <SessionRequests requests={requests} />
}

function Request({ request }: { request: WaitingRequest }) {
  const { id, startsAt, sessionDate, sessionDefinitionName, offered, lapsesAt, status } = request
  const [open, setOpen] = useState<'decline' | 'offer'>()
  const accept = useApiMutation({
    mutationFn: (_nothing: void, call) => call(acceptRequest, { params: { id } }),
    successToast: () => ({
      title: sessionDate ? 'Session moved' : 'Session planned',
      description: `${formatDateTime(startsAt)}. The client will be told.`,
    }),
    errorToast: 'Failed to accept the request. Please try again.',
  })
  return (
    <>
      <p className="text-pretty">
        {sessionDefinitionName}:{' '}
        {sessionDate
          ? `from ${formatWhen(sessionDate)} to ${formatWhen(startsAt)}`
          : `a new session ${formatWhen(startsAt)}`}
      </p>
      <p className="text-sm text-muted">
        {status === 'offered'
          ? `You offered ${offered.map(formatWhen).join('; ')}. Held until ${formatDateTime(lapsesAt)}.`
          : `Held until ${formatDateTime(lapsesAt)}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {status === 'open' && (
          <Button isPending={accept.isPending} onClick={() => accept.run()}>
            Accept
          </Button>
        )}
        <Button variant="secondary" onClick={() => setOpen('offer')}>
          Offer other times
        </Button>
        <Button variant="secondary" onClick={() => setOpen('decline')}>
          Decline
        </Button>
      </div>
      {open === 'offer' && <OfferTimes request={request} onClose={() => setOpen(undefined)} />}
      <FormDialog
        isOpen={open === 'decline'}
        onClose={() => setOpen(undefined)}
        title="Decline this request?"
        description={`${formatDateTime(startsAt)} becomes free. The client will be told.`}
        size="sm"
        schema={declineForm}
        defaults={{ words: '' }}
        submitLabel="Decline request"
        pendingLabel="Declining..."
        mutationFn={({ fields }, call) => call(declineRequest, { params: { id }, body: fields })}
        successToast={() => ({ title: 'Request declined' })}
        errorToast="Failed to decline the request. Please try again."
      >
        <TextAreaField name="words" label="Message" rows={3} hint="Optional." />
      </FormDialog>
    </>
  )
}

type OfferTimesProps = { request: WaitingRequest; onClose: () => void }

function OfferTimes({ request: { id, clientName, durationMinutes }, onClose }: OfferTimesProps) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const week = useWeek()
  const read = useQuery(queryFor(listTimesToOffer, { params: { id }, query: week.span }))
  const { run, isPending } = useApiMutation({
    mutationFn: (times: readonly string[], call) =>
      call(offerTimes, { params: { id }, body: { times: [...times] } }),
    onSuccess: onClose,
    successToast: () => ({
      title: 'Times offered',
      description: 'They are held until the client chooses.',
    }),
    errorToast: 'Failed to offer these times. Please try again.',
    onError: () => void queries.invalidateQueries({ queryKey: [listTimesToOffer.path] }),
  })
  const toggle = (at: string) =>
    setChosen(
      chosen.includes(at)
        ? chosen.filter((it) => it !== at)
        : [...chosen, at].slice(-maxOfferedTimes),
    )
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!isPending) onClose()
      }}
      title="Offer other times"
      description={`Choose up to ${maxOfferedTimes} for ${clientName}, ${durationMinutes} minutes.`}
      footer={
        <div className="flex flex-1 flex-col gap-2">
          <p aria-live="polite" className="text-sm text-muted">
            {chosen.length ? chosen.toSorted().map(formatWhen).join('; ') : 'No time chosen.'}
          </p>
          <Button
            className="h-12 w-full"
            disabled={!chosen.length}
            isPending={isPending}
            pendingLabel="One moment..."
            onClick={() => run(chosen)}
          >
            {chosen.length === 1 ? 'Offer this time' : 'Offer these times'}
          </Button>
        </div>
      }
    >
      <FreeTimesByWeek
        week={week}
        read={read}
        coach="The coach"
        chosen={chosen}
        onChoose={toggle}
      />
    </Dialog>
  )
}
