import { RotateCw } from 'lucide-react'
import type { ComponentType, MouseEvent } from 'react'
import { Boundary } from './boundary.tsx'
import { Button } from './button.tsx'
import { piece } from './piece.tsx'

/**
 * A part that comes in a piece of its own, without which the page around it is still of use: where it cannot be fetched
 * there is nothing, or `failed` with another try. Not for what a page is opened for, which fails with its page.
 */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed?: string,
) {
  const Part: ComponentType<Props> = piece(load)
  return (props: Props) => (
    <Boundary failed={failed && <Missing>{failed}</Missing>}>
      <Part {...props} />
    </Boundary>
  )
}

type MissingProps = {
  children: string
  /** A browser asks for a piece of code only once, until the page is loaded anew. */
  onRetry?: (event: MouseEvent<HTMLButtonElement>) => void
}

/** Stands for a part that is not there. */
export const Missing = ({ children, onRetry = () => location.reload() }: MissingProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
    {children}
    <Button variant="ghost" size="sm" icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
