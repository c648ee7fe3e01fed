import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type CollapsibleProps = {
  title: ReactNode
  /** Shown beside the title. */
  summary?: ReactNode
  isOpenAtFirst?: boolean
  onOpen?: () => void
  children: ReactNode
}

/** A `details` element, so that the browser's search finds and opens it. */
export const Collapsible = ({
  title,
  summary,
  isOpenAtFirst = false,
  onOpen,
  children,
}: CollapsibleProps) => (
  <details
    open={isOpenAtFirst}
    onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    className="group/collapsible w-full rounded-md border border-line bg-surface"
  >
    <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-0.5 rounded-md px-3 py-2 hover:bg-sunken focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
      <ChevronRight
        aria-hidden
        size={16}
        className="shrink-0 text-muted transition-transform group-open/collapsible:rotate-90"
      />
      <span className="font-semibold">{title}</span>
      {summary && <span className="ml-auto text-xs text-muted">{summary}</span>}
    </summary>
    <div className="border-t border-line p-4">{children}</div>
  </details>
)
