import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { takesFocus } from './takes-focus.ts'

type MessageCardProps = {
  title: string
  children: ReactNode
  /** What one can do now. */
  action?: ReactNode
}

/** All that a page has to say, when it cannot do what it is for: read out as it appears. */
export function MessageCard({ title, children, action }: MessageCardProps) {
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <h1 {...takesFocus} className="text-lg outline-none">
        {title}
      </h1>
      <div className="flex flex-col gap-2 text-muted">{children}</div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </Card>
  )
}
