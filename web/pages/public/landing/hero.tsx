import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PlanPicture } from './plan-picture.tsx'
import { Shore } from './shore.tsx'

/** Headline and buttons are fixed (docs/product.md, "Landing page"). */
export function Hero() {
  return (
    <div data-edge-to-edge className="relative overflow-hidden bg-brand-soft">
      <Shore />
      <div className="relative mx-auto grid max-w-7xl items-center gap-12 px-6 pt-20 pb-28 max-md:gap-10 max-md:px-4 max-md:pt-12 max-md:pb-16 lg:grid-cols-[1fr_1fr]">
        <div className="flex flex-col items-start gap-6">
          {/* The only text larger than the five sizes. */}
          <h1 className="text-[clamp(2.25rem,1.4rem+3.4vw,3.75rem)] leading-[1.1] tracking-tight">
            Your mental health, simplified.
          </h1>
          <p className="max-w-lg text-base">
            A coach by your side, evidence-based tools, and a plan that shows how far you have come.
            Provided by your employer, who never learns what you talk about.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button asChild>
              <Link to={paths.login}>Get started</Link>
            </Button>
            <Button asChild variant="secondary">
              <a href="#product">Learn more</a>
            </Button>
          </div>
        </div>
        <PlanPicture />
      </div>
    </div>
  )
}
