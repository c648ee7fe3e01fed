import { useQuery } from '@tanstack/react-query'
import { isBellOnly, messageKind, messageKinds } from '#contract/messages/kinds.ts'
import { getMyNotifications, listMessages, messageStatus } from '#contract/messages/messages.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { statusLabels } from '#web/features/messages/message-labels.ts'
import { MessageList } from '#web/features/messages/message-list.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { Filters, type FilterField } from '#web/parts/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const fields: readonly FilterField<'status' | 'kind'>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    all: 'All',
    options: messageStatus.options.map((value) => ({ value, label: statusLabels[value].label })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Message',
    all: 'All messages',
    options: messageKind.options
      .filter((kind) => !isBellOnly(kind))
      .map((value) => ({ value, label: messageKinds[value].label })),
  },
]

export function MessagesPage() {
  usePageTitle('Messages')
  const user = useSignedInUser()
  const url = useListUrlState(listMessages, '-time')
  const isKept = useQuery(queryFor(getMyNotifications, {})).data?.channel === null
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Messages"
        subtitle="Messages and their delivery status. Without an email or SMS provider, messages aren’t sent."
      />
      <Filters url={url} fields={fields} />
      <MessageList
        filter={url.filters}
        sort={url.sort}
        sorting={url.sorting}
        mayRead={isSystemAdmin(user)}
        isKept={isKept}
      />
    </div>
  )
}
