import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type ErrorStateProps = {
  title: ReactNode
  description?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
}

export function ErrorState({ title, description, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-red-soft text-red-ink">
        <TriangleAlert aria-hidden size={20} />
      </span>
      <div className="text-base font-semibold">{title}</div>
      {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
      {onRetry && (
        <Button
          variant="secondary"
          icon={RotateCw}
          isPending={isRetrying}
          onClick={onRetry}
          className="mt-4"
        >
          Try again
        </Button>
      )}
    </div>
  )
}
