import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card, CardHeader } from '#web/ui/card.tsx'

type ChecklistItem = {
  label: string
  isDone: boolean
  /** Where it is done. */
  action?: ReactNode
}

type ChecklistCardProps = {
  title: string
  items: readonly ChecklistItem[]
  actions?: ReactNode
}

/** What is still to do; nothing once all is done. */
export function ChecklistCard({ title, items, actions }: ChecklistCardProps) {
  const done = items.filter(({ isDone }) => isDone).length
  if (done === items.length) return null
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={`${done} of ${items.length} done`} actions={actions} />
      <ul className="divide-y divide-line">
        {items.map(({ label, isDone, action }) => (
          <li key={label} className="flex min-h-12 items-center gap-3 py-2">
            {isDone ? (
              <CircleCheck aria-hidden size={18} className="shrink-0 text-brand-ink" />
            ) : (
              <Circle aria-hidden size={18} className="shrink-0 text-muted" />
            )}
            <span className={isDone ? 'flex-1 text-muted' : 'flex-1'}>
              {label}
              {isDone && <span className="sr-only"> (done)</span>}
            </span>
            {!isDone && action}
          </li>
        ))}
      </ul>
    </Card>
  )
}
