import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type CalendarFeed as Feed,
  deleteMyCalendarFeed,
  getMyCalendarFeed,
  renewMyCalendarFeed,
} from '#contract/calendar-feeds/calendar-feeds.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { SecretDialog } from '#web/parts/secret-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FeedTitleDialog, formatTitle } from './feed-title.tsx'

/** The secret address with which a calendar app reads the user's sessions. */
export function CalendarFeed({ isCoach }: { isCoach: boolean }) {
  const feed = useQuery(queryFor(getMyCalendarFeed, {}))
  return (
    <ReadState
      read={feed}
      loading={<Skeleton className="h-10 w-40" />}
      failed="Your calendar feed could not be loaded"
    >
      {(data) => <FeedState feed={data.feed} isCoach={isCoach} />}
    </ReadState>
  )
}

type Question = 'renew' | 'title' | 'revoke'

function FeedState({ feed, isCoach }: { feed: Feed | null; isCoach: boolean }) {
  const [asked, setAsked] = useState<Question>()
  const close = () => setAsked(undefined)
  const [address, setAddress] = useState<string>()
  const renewal = useRef<HTMLButtonElement>(null)
  const renew = useApiMutation({
    mutationFn: (_nothing: void, call) => call(renewMyCalendarFeed, {}),
    errorToast: 'Failed to create the address',
    isSecret: true,
    onSuccess: (created) => {
      close()
      setAddress(created.address)
    },
  })
  return (
    <>
      {feed && <FeedFacts feed={feed} isCoach={isCoach} />}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={renewal}
          variant="secondary"
          icon={feed ? RefreshCw : CalendarPlus}
          isPending={renew.isPending}
          onClick={() => (feed ? setAsked('renew') : renew.run())}
        >
          {feed ? 'New address' : 'Create address'}
        </Button>
        {feed && (
          <>
            <Button variant="secondary" icon={Pencil} onClick={() => setAsked('title')}>
              Change title
            </Button>
            <Button variant="secondary" icon={Trash2} onClick={() => setAsked('revoke')}>
              Revoke
            </Button>
          </>
        )}
      </div>
      <SecretDialog
        name="address"
        description="Anyone who has it can see when your sessions are."
        secret={address}
        onClose={() => setAddress(undefined)}
        action={
          <Button asChild variant="secondary" icon={CalendarPlus}>
            <a href={address?.replace(/^https?:/, 'webcal:')}>Subscribe</a>
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={asked === 'renew'}
        onClose={close}
        title="Create a new address?"
        description="The current one stops working immediately. Add the new one to your calendar apps."
        confirmLabel="Create new address"
        tone="primary"
        isPending={renew.isPending}
        onConfirm={() => renew.run()}
      />
      <DeleteDialog
        isOpen={asked === 'revoke'}
        onClose={close}
        title="Revoke the address?"
        description="Your calendar apps stop showing your sessions."
        confirmLabel="Revoke address"
        pendingLabel="Revoking..."
        mutationFn={(call) => call(deleteMyCalendarFeed, {})}
        successToast={{ title: 'Address revoked' }}
        errorToast="Failed to revoke the address"
        onDeleted={() => renewal.current?.focus()}
      />
      {feed && (
        <FeedTitleDialog isOpen={asked === 'title'} onClose={close} feed={feed} isCoach={isCoach} />
      )}
    </>
  )
}

const FeedFacts = ({ feed, isCoach }: { feed: Feed; isCoach: boolean }) => (
  <Facts className="mb-4 grid grid-cols-3 gap-x-6 gap-y-3 max-md:grid-cols-1">
    <Fact name="Sessions are called">{formatTitle(feed, isCoach)}</Fact>
    <Fact name="Last fetched">
      {feed.lastFetchedAt ? formatDateTime(feed.lastFetchedAt) : 'Not yet'}
    </Fact>
    <Fact name="Created">{formatDate(feed.createdAt)}</Fact>
  </Facts>
)
