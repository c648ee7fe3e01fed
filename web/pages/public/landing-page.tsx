import { useEffect } from 'react'
import { Navigate, useLocation, Link } from 'react-router'
import { useCurrentUser } from '#web/features/accounts/auth/current-user.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { LoadingPage } from '#web/pages/shell/loading-and-crash-pages.tsx'
import { paths } from '#web/paths.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { CompanySection } from './landing/company-section.tsx'
import { FeaturesSection } from './landing/features-section.tsx'
import { LandingFooter } from './landing/landing-footer.tsx'
import { LandingHeader } from './landing/landing-header.tsx'
import { MarketplaceSection } from './landing/marketplace-section.tsx'
import { ProductSection } from './landing/product-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlanPicture } from './landing/plan-picture.tsx'

/** Signed-in users are redirected to the application (docs/product.md, "Screens"). */
export function LandingPage() {
  const { data: user, isPending } = useCurrentUser()
  if (isPending) return <LoadingPage />
  if (user) return <Navigate to={paths.app} replace />
  return <Landing />
}

function Landing() {
  usePageTitle('Your mental health, simplified')
  useSectionOfAddress()
  return (
    <>
      <SkipLink />
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <ProductSection />
        <FeaturesSection />
        <MarketplaceSection />
        <CompanySection />
        <JourneyBanner />
      </main>
      <LandingFooter />
    </>
  )
}

/** The browser looks for the section while the spinner is shown, so it is scrolled to here, also on the way back. */
function useSectionOfAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}

/** Headline and buttons are fixed (docs/product.md, "Landing page"). */
function Hero() {
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

/** Its sentence is fixed (docs/product.md, "Landing page"). */
const JourneyBanner = () => (
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

/** The picture behind the headline. */
function Shore() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
    >
      <circle cx="1120" cy="150" r="96" className="fill-brand" opacity="0.12" />
      <circle cx="1120" cy="150" r="150" className="fill-brand" opacity="0.05" />
      {swells.map(({ y, height, shift, opacity }) => (
        <path key={y} d={swell(y, height, shift)} className="fill-brand" opacity={opacity} />
      ))}
    </svg>
  )
}

const swells = [
  { y: 400, height: 46, shift: -180, opacity: 0.05 },
  { y: 460, height: 36, shift: -420, opacity: 0.07 },
  { y: 515, height: 26, shift: -60, opacity: 0.1 },
  { y: 565, height: 16, shift: -300, opacity: 0.16 },
  { y: 608, height: 8, shift: -120, opacity: 0.26 },
]

/** Waves of 720 units, begun `shift` units left of the picture, over a filled sea. */
const swell = (y: number, height: number, shift: number) =>
  `M${shift} ${y}` + `c120-${height} 240-${height} 360 0s240 ${height} 360 0`.repeat(3) + 'V640H0z'
