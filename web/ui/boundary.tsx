import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  failed: ReactNode
  children: ReactNode
}

/** An error boundary, also for code that could not be loaded. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
