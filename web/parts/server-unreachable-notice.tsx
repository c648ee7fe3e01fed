import { useIsServerUnreachable } from '#web/lib/server-reach.ts'

/** Over everything at the top of the window, without taking clicks. */
export const ServerUnreachableNotice = () => (
  <output
    aria-live="polite"
    className="pointer-events-none fixed inset-x-3 top-1 z-60 flex justify-center print:hidden"
  >
    {useIsServerUnreachable() && (
      <span className="rounded-md bg-amber-soft px-3 py-1.5 text-sm text-amber-ink shadow-float forced-colors:border">
        The server cannot be reached. Trying again…
      </span>
    )}
  </output>
)
