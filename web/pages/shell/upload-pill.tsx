import { useUploadsInProgress } from '#web/features/recordings/uploads.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useBackgroundToasts } from './use-background-toasts.ts'

const UploadLink = lazyComponent(async () => (await import('./upload-link.tsx')).UploadLink)

/** Uploads and transcriptions started in this window. */
export function UploadPill() {
  useBackgroundToasts()
  const underWay = useUploadsInProgress()
  return underWay.length > 0 && <UploadLink underWay={underWay} />
}
