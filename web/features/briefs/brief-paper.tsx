import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { SessionDetail } from '#contract/sessions.ts'
import { shortDateTime } from '#web/lib/dates.ts'

type BriefPaperProps = {
  session: SessionDetail
  clientName: string
  madeAt: string | null
  children: ReactNode
}

/** The brief on paper, in the place of the plan and the drawer beside it (`.paper` in styles.css). */
export const BriefPaper = ({ session, clientName, madeAt, children }: BriefPaperProps) =>
  createPortal(
    <div className="paper hidden print:block">
      <h2 className="text-xl">{clientName}</h2>
      <p className="mb-5 text-muted">
        {session.sessionDefinitionName}, {shortDateTime(session.sessionDate)}
        {madeAt && ` · made on ${shortDateTime(madeAt)}`}
      </p>
      {children}
    </div>,
    document.body,
  )
