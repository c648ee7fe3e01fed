import { Banner } from '#web/ui/banner.tsx'

export const NoSound = () => (
  <Banner tone="amber" isLive>
    This video has no sound, so it cannot be transcribed.
  </Banner>
)
