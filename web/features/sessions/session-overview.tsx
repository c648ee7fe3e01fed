import type { SessionDetail } from '#contract/sessions.ts'
import { KeepSession } from './keep-session.tsx'
import { SessionActions } from './session-actions.tsx'
import { SessionFacts } from './session-facts.tsx'
import { SessionMetrics } from './session-metrics.tsx'

type SessionOverviewProps = { session: SessionDetail; nextStep: string; onDeleted: () => void }

/** The facts, metrics and actions of a session. */
export const SessionOverview = ({ session, nextStep, onDeleted }: SessionOverviewProps) => (
  <div className="flex flex-col gap-6">
    <SessionFacts session={session} nextStep={nextStep} />
    <KeepSession session={session} />
    <SessionMetrics session={session} />
    <SessionActions session={session} nextStep={nextStep} onDeleted={onDeleted} />
  </div>
)
