import { lazy } from 'react'

// The plots come as pieces of their own: the figures they show do not wait for the library that draws them.

export const CoverageRing = lazy(async () => ({
  default: (await import('./coverage-ring.tsx')).CoverageRing,
}))
export const FunnelShape = lazy(async () => ({
  default: (await import('./funnel-shape.tsx')).FunnelShape,
}))
export const RiskBars = lazy(async () => ({
  default: (await import('./risk-bars.tsx')).RiskBars,
}))
