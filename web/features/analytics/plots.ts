import { optional } from '#web/ui/optional.tsx'
import { piece } from '#web/ui/piece.tsx'

// The plots come as pieces of their own: the figures they show do not wait for the library that draws them.

/** Optional: the figure in its middle says the same. */
export const CoverageRing = optional(async () => (await import('./coverage-ring.tsx')).CoverageRing)
// Inside a ChartFrame, which says so when one cannot be drawn.
export const FunnelShape = piece(async () => (await import('./funnel-shape.tsx')).FunnelShape)
export const RiskBars = piece(async () => (await import('./risk-bars.tsx')).RiskBars)
