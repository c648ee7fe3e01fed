import type { ReactNode } from 'react'

/** A sentence for the client's ears. */
export const SayAloud = ({ label, children }: { label: string; children: ReactNode }) => (
  <figure className="border-l-4 border-brand pl-4">
    <figcaption className="text-xs text-muted">{label}</figcaption>
    <blockquote className="max-w-prose text-base">{children}</blockquote>
  </figure>
)
