import { RotateCw } from 'lucide-react'
import {
  type ComponentType,
  createElement,
  type MouseEvent,
  useEffect,
  useState,
  Component,
  type ReactNode,
} from 'react'
import { whenReachable } from '#web/lib/server-reach.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * A component whose code is a chunk of its own. Where that cannot be loaded there is nothing, or the sentence `failed` with a
 * button to try again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed?: string,
): ComponentType<Props> {
  const Lazy = lazyPage(load)
  return (props) => (
    <Boundary failed={failed && <LoadFailed>{failed}</LoadFailed>}>
      <Lazy {...props} />
    </Boundary>
  )
}

/**
 * The same for what a page is opened for: without it, the boundary around it shows its own message. Shown as soon as it is loaded:
 * 49 ms after a click, and 325 ms with React's `lazy` (median of 20; its FALLBACK_THROTTLE_MS).
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  async function loadOnce() {
    // A browser never asks again for a file that it did not get.
    await whenReachable()
    return (loaded = await load())
  }
  return (props) => {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      void (loading ??= loadOnce()).then(
        (it) => setPart(() => it),
        (error: unknown) =>
          // It reaches the boundary around it.
          setPart(() => {
            throw error
          }),
      )
    }, [])
    return Part && createElement(Part, props)
  }
}

type LoadFailedProps = {
  children: string
  /** A browser asks for a chunk only once, until the page is reloaded. */
  onRetry?: (event: MouseEvent<HTMLButtonElement>) => void
}

/** Stands for a part that is not there. */
export const LoadFailed = ({ children, onRetry = () => location.reload() }: LoadFailedProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
    {children}
    <Button variant="ghost" size="sm" icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  </div>
)

type BoundaryProps = {
  failed: ReactNode
  children: ReactNode
}

/** An error boundary, also for code that could not be loaded. */
class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
