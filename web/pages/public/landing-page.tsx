import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useCurrentUser } from '#web/features/auth/current-user.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { LoadingPage } from '#web/pages/shell/loading-and-crash-pages.tsx'
import { paths } from '#web/paths.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { CompanySection } from './landing/company-section.tsx'
import { FeaturesSection } from './landing/features-section.tsx'
import { Hero } from './landing/hero.tsx'
import { JourneyBanner } from './landing/journey-banner.tsx'
import { LandingFooter } from './landing/landing-footer.tsx'
import { LandingHeader } from './landing/landing-header.tsx'
import { MarketplaceSection } from './landing/marketplace-section.tsx'
import { ProductSection } from './landing/product-section.tsx'

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
