import { useQuery } from '@tanstack/react-query'
import { getMyNotifications, listMessages } from '#contract/messages.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { MessageFilters } from '#web/features/messages/message-filters.tsx'
import { MessageList } from '#web/features/messages/message-list.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

export function MessagesPage() {
  usePageTitle('Messages')
  const user = useSignedInUser()
  const { filters, setFilters, sort, sorting, clear } = useListUrlState(listMessages, '-time')
  const isKept = useQuery(queryFor(getMyNotifications, {})).data?.channel === null
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Messages"
        subtitle="Messages and their delivery status. Without an email or SMS provider, messages aren’t sent."
      />
      <MessageFilters filter={filters} onFilter={setFilters} onClear={clear} />
      <MessageList
        filter={filters}
        sort={sort}
        sorting={sorting}
        mayRead={isSystemAdmin(user)}
        isKept={isKept}
      />
    </div>
  )
}
