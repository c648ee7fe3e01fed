import { useQuery } from '@tanstack/react-query'
import { CalendarX, DoorClosed, Hourglass, MapPin, UserSearch, Video } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import type { z } from 'zod'
import { joinSession } from '#contract/sessions/join-session.ts'
import { joinTimes } from '#contract/rules/join-address.ts'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { useNow } from '#web/lib/use-now.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Where links in messages and calendars lead: on to the room, or when it opens. */
export function JoinPage() {
  const { sessionId = '' } = useParams()
  usePageTitle('Join your session')
  const room = useQuery({
    ...queryFor(joinSession, { params: { id: sessionId } }),
    // It opens while the page waits.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 15_000 : false),
  })
  return (
    <PageState
      read={room}
      back={<BackLink to={paths.app}>Back to your start page</BackLink>}
      loading={<Spinner label="Finding the room" />}
      failed="The room could not be found"
      notFound={{
        icon: UserSearch,
        title: 'Session not found',
        hint: 'Only the people who take part can join. Check which account you’re signed in with.',
      }}
    >
      {(found) => <Room room={found} />}
    </PageState>
  )
}

type Found = z.infer<typeof joinSession.response>

const isWaiting = (room: Found | undefined) =>
  room !== undefined && room.isJoinable && !room.isCancelled && room.address === null

function Room({ room }: { room: Found }) {
  const { address, place, isCancelled, isJoinable, sessionDate } = room
  const now = useNow(1_000)
  const { opensAt, endsAt } = joinTimes(room)
  useEffect(() => {
    if (address) location.replace(address)
  }, [address])
  const when = formatDateTime(sessionDate)
  if (isCancelled)
    return (
      <Closed icon={CalendarX} title="This session was cancelled" hint={`It was on ${when}.`} />
    )
  if (address)
    return (
      <Closed
        icon={Video}
        title="Opening the room..."
        hint="If nothing happens, use the link."
        action={
          <Button asChild>
            <a href={address}>Open the room</a>
          </Button>
        }
      />
    )
  if (place) return <Closed icon={MapPin} title={place} hint={`You meet in person on ${when}.`} />
  if (now >= endsAt)
    return <Closed icon={DoorClosed} title="This session has ended" hint={`It was on ${when}.`} />
  if (!isJoinable)
    return (
      <Closed
        icon={DoorClosed}
        title="No room yet"
        hint={`Your session is on ${when}. No address has been added yet.`}
      />
    )
  return (
    <Closed
      icon={Hourglass}
      title={`You can join from ${formatDateTime(new Date(opensAt))}`}
      hint={`Your session is at ${formatTime(sessionDate)}. This page opens the room by itself.`}
    />
  )
}

type ClosedProps = { icon: typeof Video; title: string; hint: string; action?: ReactNode }

const Closed = ({ title, action, ...state }: ClosedProps) => (
  <EmptyState
    title={
      <h1 dir="auto" className="text-base">
        {title}
      </h1>
    }
    action={
      action ?? (
        <Button asChild variant="secondary">
          <Link to={paths.app}>Go to your start page</Link>
        </Button>
      )
    }
    {...state}
  />
)
