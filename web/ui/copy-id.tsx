import { Copy } from 'lucide-react'
import { useCopy } from './use-copy.ts'

/**
 * An id as far as there is room for it: what is left out is its beginning, which ids of one time share. A press copies
 * all of it.
 */
export function CopyId({ id }: { id: string }) {
  const copy = useCopy({ title: 'Copied!', failed: 'Failed to copy the id to clipboard' })
  return (
    <button
      type="button"
      title={id}
      onClick={() => void copy(id)}
      className="group/id flex max-w-full items-center gap-1 rounded-md text-xs text-muted hover:text-ink"
    >
      <span className="sr-only">Copy </span>
      <span className="shrink-0">ID:</span>
      {/* Read from the right the line is cut at its left end. */}
      <span className="min-w-0 truncate [direction:rtl]">
        <bdi>{id}</bdi>
      </span>
      <Copy
        aria-hidden
        size={12}
        className="shrink-0 opacity-0 transition-opacity group-hover/id:opacity-100 group-focus-visible/id:opacity-100"
      />
    </button>
  )
}
