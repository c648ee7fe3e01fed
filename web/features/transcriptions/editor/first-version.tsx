import { useQuery } from '@tanstack/react-query'
import type { SessionDetail } from '#contract/sessions.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { ComparedLines } from './compared-lines.tsx'
import { firstQuery } from './draft-reads.ts'
import { TranscriptLinesSkeleton } from './transcript-lines.tsx'

/** What the machine heard, beside what stands there now. */
export function FirstVersion({ session }: { session: SessionDetail }) {
  const first = useQuery(firstQuery(session.id))
  return (
    <ReadState
      read={first}
      loading={<TranscriptLinesSkeleton />}
      failed="The original could not be loaded"
    >
      {({ segments }) => (
        <ComparedLines
          before={{ title: 'Original', segments }}
          after={{ title: 'Now', segments: session.segments }}
        />
      )}
    </ReadState>
  )
}
