import { useIsLive } from '#web/lib/live-plan.tsx'

/**
 * Says at the edge of the page, where it moves nothing, that the page hears nothing of what others change. It covers
 * nothing: beside the page it stands above who is signed in, and on phones the page ends that much later.
 */
export const NotLive = () => (
  <output className="fixed bottom-21 left-3 z-50 max-w-58 max-md:bottom-3 max-md:max-w-none print:hidden">
    {!useIsLive() && (
      <span
        data-not-live
        className="block rounded-md bg-amber-soft px-3 py-1.5 text-xs text-amber-ink shadow-float forced-colors:border"
      >
        Not live: what others change is not shown.
      </span>
    )}
  </output>
)
