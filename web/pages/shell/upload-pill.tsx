import { useUploadsUnderWay } from '#web/features/recordings/uploads.ts'
import { optional } from '#web/ui/optional.tsx'
import { useEndedElsewhere } from './use-ended-elsewhere.ts'

const UploadLink = optional(async () => (await import('./upload-link.tsx')).UploadLink)

/** What is under way in this window, on every page. */
export function UploadPill() {
  useEndedElsewhere()
  const underWay = useUploadsUnderWay()
  return underWay.length > 0 && <UploadLink underWay={underWay} />
}
