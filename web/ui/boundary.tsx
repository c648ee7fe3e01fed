import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** Where this is. What failed at one place is tried afresh at the next. */
  place?: string
  /** What stands there instead. */
  failed: ReactNode | ((fault: unknown) => ReactNode)
  children: ReactNode
}
/** Where it failed: that is known only in the next step. */
type State = { fault?: unknown; failure: { at: string | undefined } | 'new' | undefined }

/** Keeps a fault below it from what is around it, that of code which could not be fetched too. Only a class can. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: undefined }
  static getDerivedStateFromError(fault: unknown): State {
    return { fault, failure: 'new' }
  }
  static getDerivedStateFromProps({ place }: BoundaryProps, { failure }: State): State | null {
    if (failure === 'new') return { failure: { at: place } }
    return failure && failure.at !== place ? { failure: undefined } : null
  }
  override render() {
    const { failed, children } = this.props
    if (!this.state.failure) return children
    return typeof failed === 'function' ? failed(this.state.fault) : failed
  }
}
