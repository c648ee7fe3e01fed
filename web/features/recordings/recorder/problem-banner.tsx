import { Banner } from '#web/ui/banner.tsx'
import { findBrowser, type MediaProblem, problemWords } from './media-problems.ts'

/** What is in the way of a recording, and what to do about it in this browser. */
export function ProblemBanner({ problem }: { problem: MediaProblem }) {
  const { says, steps } = problemWords[problem]
  return (
    <Banner tone="amber" role="alert">
      <p className="font-semibold">{says}</p>
      <p>{steps[findBrowser(navigator)]}</p>
    </Banner>
  )
}
