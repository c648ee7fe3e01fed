import type { ReactNode } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { createPortal } from 'react-dom'

type PrintedBriefProps = {
  session: SessionDetail
  clientName: string
  madeAt: string | null
  children: ReactNode
}

/** The brief on paper, in the place of the plan and the drawer beside it. */
export const PrintedBrief = ({ session, clientName, madeAt, children }: PrintedBriefProps) => (
  <Paper>
    <h2 className="text-xl">{clientName}</h2>
    <p className="mb-5 text-muted">
      {session.sessionDefinitionName}, {formatDateTime(session.sessionDate)}
      {madeAt && ` · made on ${formatDateTime(madeAt)}`}
    </p>
    {children}
  </Paper>
)

/** What stands on paper in the place of the whole page, dialogs included (`.paper` in styles.css), and only there. */
const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="paper hidden print:block">{children}</div>, document.body)
