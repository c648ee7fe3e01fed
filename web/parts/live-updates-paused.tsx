import { useIsLive } from '#web/lib/live-plan.tsx'

/** At the edge of the window, where it covers nothing. */
export const LiveUpdatesPaused = () => (
  <output className="fixed bottom-32 left-1 z-50 max-w-[calc(var(--sidebar)-0.5rem)] max-md:bottom-[calc(0.75rem+var(--recording-bar,0px))] max-md:left-3 max-md:max-w-none print:hidden">
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
