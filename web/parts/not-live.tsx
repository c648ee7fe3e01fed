import { useIsLive } from '#web/lib/live-plan.tsx'

/** Says at the edge of the page, where it moves nothing, that the page hears nothing of what others change. */
export const NotLive = () => (
  <output className="fixed bottom-3 left-3 z-50 print:hidden">
    {!useIsLive() && (
      <span className="block rounded-md bg-amber-soft px-3 py-1.5 text-xs text-amber-ink shadow-float">
        Not live: what others change is not shown.
      </span>
    )}
  </output>
)
