import { Printer, RotateCw } from 'lucide-react'
import { canPrepare, type SessionBrief } from '#contract/briefs.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type BriefStatusProps = {
  brief: SessionBrief
  session: SessionDetail
  prepare: { run: () => void; isPending: boolean }
}

export function BriefStatus({ brief, session, prepare }: BriefStatusProps) {
  const { status, madeAt, madeBy, isStale, sentence } = brief
  const isAgain = canPrepare(session) && (isStale || status === 'failed')
  return (
    <div className="flex flex-col gap-1 border-b border-line pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-muted" aria-live="polite">
          Prepared {madeAt && `on ${formatDateTime(madeAt)}`}{' '}
          {madeBy ? `by ${madeBy}` : 'automatically'}
          {isStale && ' · out of date'}
          {status === 'making' && ' · writing the AI summary...'}
        </p>
        {isAgain && (
          <Button
            size="sm"
            variant="secondary"
            icon={RotateCw}
            isPending={prepare.isPending}
            onClick={() => prepare.run()}
          >
            Update brief
          </Button>
        )}
        <IconButton label="Print the brief" icon={Printer} size="sm" onClick={() => print()} />
      </div>
      {status === 'failed' && (
        <p className="text-amber-ink">The AI summary could not be written. {sentence}</p>
      )}
    </div>
  )
}
