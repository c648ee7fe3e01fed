import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { BriefTab } from '#web/features/briefs/brief-tab.tsx'
import { useUrlState } from '#web/lib/url-state.ts'
import { planAddress } from '#web/lib/plan-address.ts'

type SessionBriefProps = { session: SessionDetail; clientName: string }

/** The brief of a session. Its words are heard in the session where they were said, from which one comes back. */
export function SessionBrief(props: SessionBriefProps) {
  const { change } = useUrlState(planAddress)
  return (
    <BriefTab
      {...props}
      onPlay={(session, { start, end }) =>
        change({ session, tab: 'values', play: `${start}-${end}` }, { isStep: true })
      }
    />
  )
}
