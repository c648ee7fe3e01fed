import { staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

/** Brings the upload code, which no page should wait for. */
const UploadPill = lazyComponent(async () => (await import('./upload-pill.tsx')).UploadPill)

/** Uploads continue while their drawer is closed, so every page shows them to those who may upload. */
export function UploadNotice() {
  const { roles } = useSignedInUser()
  return staff.some((role) => roles.includes(role)) && <UploadPill />
}
