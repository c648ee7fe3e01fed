import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

type PaginationProps = {
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-4 flex items-center justify-between gap-3">
      <Button
        variant="secondary"
        size="sm"
        icon={ChevronLeft}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      >
        Previous
      </Button>
      <output className="text-muted tabular-nums">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </output>
      <Button
        variant="secondary"
        size="sm"
        icon={ChevronRight}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
