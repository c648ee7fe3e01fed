import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  /** An error is cleared when the place changes. */
  place?: string
  failed: ReactNode | ((error: unknown) => ReactNode)
  children: ReactNode
}
/** The place of a new error is known only in the next step. */
type State = { error?: unknown; failure: { at: string | undefined } | 'new' | undefined }

/** An error boundary, also for code that could not be loaded. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: undefined }
  static getDerivedStateFromError(error: unknown): State {
    return { error, failure: 'new' }
  }
  static getDerivedStateFromProps({ place }: BoundaryProps, { failure }: State): State | null {
    if (failure === 'new') return { failure: { at: place } }
    return failure && failure.at !== place ? { failure: undefined } : null
  }
  override render() {
    const { failed, children } = this.props
    if (!this.state.failure) return children
    return typeof failed === 'function' ? failed(this.state.error) : failed
  }
}
