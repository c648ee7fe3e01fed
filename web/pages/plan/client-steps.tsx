import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useAdjacentClients } from '#web/lib/client-order.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { isTyping, usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'

/** To the plan of the client before or after this one, by button or by Alt with the arrow keys. */
export function ClientSteps({ clientId }: { clientId: string }) {
  const { previous, next } = useAdjacentClients(clientId, useSignedInUser())
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const go = (to: { id: string } | undefined) => {
    if (to) void navigate(paths.plan(to.id))
  }
  usePageShortcuts(place, (event) => {
    const to = { ArrowUp: previous, ArrowDown: next }[event.key]
    if (!event.altKey || event.ctrlKey || event.metaKey || !to || isTyping(event.target)) return
    event.preventDefault()
    go(to)
  })
  return (
    <div ref={place} className="flex print:hidden">
      <IconButton
        label={previous ? `Previous client: ${previous.name} (Alt ↑)` : 'Previous client'}
        icon={ChevronLeft}
        size="sm"
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={!previous}
        onClick={() => go(previous)}
      />
      <IconButton
        label={next ? `Next client: ${next.name} (Alt ↓)` : 'Next client'}
        icon={ChevronRight}
        size="sm"
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={!next}
        onClick={() => go(next)}
      />
    </div>
  )
}
