import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type ChipProps = { children: ReactNode; onRemove: () => void; removeLabel: string }

export function Chip({ children, onRemove, removeLabel }: ChipProps) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-full border border-line bg-surface py-0.5 pr-1 pl-3 text-xs">
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}
