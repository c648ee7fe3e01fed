import { staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { optional } from '#web/ui/optional.tsx'

/** It brings the uploads with it, for which no page is to wait. */
const UploadPill = optional(async () => (await import('./upload-pill.tsx')).UploadPill)

/** An upload goes on while its drawer is closed: every page says so, for those who may upload. */
export function UploadNotice() {
  const { roles } = useSignedInUser()
  return staff.some((role) => roles.includes(role)) && <UploadPill />
}
