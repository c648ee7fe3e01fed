import { useIsLive } from '#web/lib/live-plan.tsx'

/** Shown at the edge of the page, where it moves and covers nothing, while the plan gets no live updates. */
export const LiveUpdatesPaused = () => (
  <output className="fixed bottom-21 left-3 z-50 max-w-58 max-md:bottom-3 max-md:max-w-none print:hidden">
    {!useIsLive() && (
      <span
        data-not-live
        className="block rounded-md bg-amber-soft px-3 py-1.5 text-xs text-amber-ink shadow-float forced-colors:border"
      >
        Live updates paused
      </span>
    )}
  </output>
)
