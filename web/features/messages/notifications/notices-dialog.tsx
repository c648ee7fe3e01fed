import { useQuery } from '@tanstack/react-query'
import { BellOff, Settings } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { listMyNotices, type Notice, readMyNotices } from '#contract/messages/notices.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotificationsDialog } from './notifications-dialog.tsx'

/** The user's notifications, with a link to their settings. */
export function NoticesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const notices = useQuery({ ...queryFor(listMyNotices, {}), enabled: isOpen })
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title="Notifications"
        footer={
          <OwnActs show="button">
            <Button variant="secondary" icon={Settings} onClick={() => setChoosing(true)}>
              Settings
            </Button>
          </OwnActs>
        }
      >
        <ReadState
          read={notices}
          loading={<Skeleton className="h-48 w-full" />}
          failed="The notifications could not be loaded"
        >
          {(data) => <NoticeList notices={data.notices} />}
        </ReadState>
      </Dialog>
      <NotificationsDialog isOpen={isOpen && isChoosing} onClose={() => setChoosing(false)} />
    </>
  )
}

/** Notices that were unread when the dialog opened stay first and marked until it closes. */
function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { run } = useApiMutation({
    mutationFn: (ids: string[], call) => call(readMyNotices, { body: { ids } }),
  })
  const [fresh, setFresh] = useState<string[]>([])
  const added = notices.filter(({ id, isRead }) => !isRead && !fresh.includes(id))
  if (added.length) setFresh([...fresh, ...added.map(({ id }) => id)])
  const count = fresh.length
  useEffect(() => {
    if (count) run(fresh.slice(-50))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per new notice
  }, [count])
  if (!notices.length)
    return (
      <EmptyState
        icon={BellOff}
        title="No notifications yet"
        hint="Session changes, due assignments and shared conversations will appear here."
      />
    )
  const isFresh = ({ id }: Notice) => fresh.includes(id)
  return (
    <ul className="divide-y divide-line">
      {[...notices.filter(isFresh), ...notices.filter((it) => !isFresh(it))].map((it) => (
        <li key={it.id}>
          <Line notice={it} isFresh={isFresh(it)} />
        </li>
      ))}
    </ul>
  )
}

function Line({
  notice: { text, path, createdAt },
  isFresh,
}: {
  notice: Notice
  isFresh: boolean
}) {
  const body = (
    <>
      <span
        aria-hidden
        className={classNames('mt-2 size-2 shrink-0 rounded-full', isFresh && 'bg-brand')}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames('block break-words', isFresh && 'font-semibold')}>
          {isFresh && <span className="sr-only">Unread: </span>}
          {text}
        </span>
        <time dateTime={createdAt} className="text-xs text-muted">
          {formatDateTime(createdAt)}
        </time>
      </span>
    </>
  )
  const look = 'flex gap-3 rounded-md px-2 py-3'
  return path === null ? (
    <div className={look}>{body}</div>
  ) : (
    <Link to={path} className={classNames(look, 'hover:bg-sunken')}>
      {body}
    </Link>
  )
}
