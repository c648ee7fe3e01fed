import type { ReactNode } from 'react'

/** A group of the showcase: its name on the left, its pieces on the right. */
export function Group(props: { id: string; title: string; about: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={props.id}
      className="grid scroll-mt-20 gap-x-10 gap-y-4 border-t border-line py-10 lg:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={props.id} className="text-base">
          {props.title}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{props.about}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-8">{props.children}</div>
    </section>
  )
}

/** One piece in its states, under a small heading. */
export function Specimen({
  title,
  isStacked = false,
  children,
}: {
  title: string
  isStacked?: boolean
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-xs text-muted">{title}</h3>
      <div
        className={
          isStacked ? 'flex flex-col gap-4' : 'flex flex-wrap items-center gap-x-3 gap-y-3'
        }
      >
        {children}
      </div>
    </div>
  )
}
