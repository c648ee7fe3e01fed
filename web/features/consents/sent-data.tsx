import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSentData } from '#contract/consents/sent-data.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatSentData } from './format-sent-data.ts'

/** What was sent to outside services, in words. */
export function SentData() {
  const [page, setPage] = useState(1)
  const read = useQuery({
    ...queryFor(listSentData, { query: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card aria-label="What was sent out">
      <CardHeader
        title="What was sent out"
        description="Everything from your sessions and your family’s that went to an outside service. The list stays when a session is deleted."
      />
      <ReadState
        read={read}
        loading={<Skeleton className="h-5" />}
        failed="The list could not be loaded"
      >
        {({ entries, hasMore }) => (
          <>
            {entries.length ? (
              <ul className="flex max-w-prose flex-col gap-2">
                {entries.map((entry, index) => (
                  <li key={index}>{formatSentData(entry)}</li>
                ))}
              </ul>
            ) : (
              <p className="text-muted">Nothing has been sent to an outside service.</p>
            )}
            {(page > 1 || hasMore) && (
              <div className="mt-4 flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={page === 1}
                  onClick={() => setPage(page - 1)}
                >
                  Newer
                </Button>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={!hasMore}
                  onClick={() => setPage(page + 1)}
                >
                  Older
                </Button>
              </div>
            )}
          </>
        )}
      </ReadState>
    </Card>
  )
}
