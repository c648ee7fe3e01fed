import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** Its sentence is fixed (docs/product.md, "Landing page"). */
export const JourneyBanner = () => (
  <section aria-labelledby="journey" className="relative overflow-hidden bg-brand text-on-brand">
    <svg
      aria-hidden
      viewBox="0 0 1440 240"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
    >
      <path
        d="M0 180c120-40 240-40 360 0s240 40 360 0 240-40 360 0 240 40 360 0V240H0z"
        className="fill-on-brand"
        opacity="0.06"
      />
      <path
        d="M-180 205c120-28 240-28 360 0s240 28 360 0 240-28 360 0 240 28 360 0 240-28 360 0V240H0z"
        className="fill-on-brand"
        opacity="0.06"
      />
    </svg>
    <div className="relative mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-6 px-6 py-16 max-md:px-4 max-md:py-12">
      <h2 id="journey" className="text-xl">
        Your mental wellness journey starts here.
      </h2>
      <Button asChild variant="secondary">
        <Link to={paths.login}>Get started</Link>
      </Button>
    </div>
  </section>
)
