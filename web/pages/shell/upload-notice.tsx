import { lazy, Suspense } from 'react'
import { staff } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'

/** It brings the uploads with it, for which no page is to wait. */
const UploadPill = lazy(async () => ({
  default: (await import('./upload-pill.tsx')).UploadPill,
}))

/** An upload goes on while its drawer is closed: every page says so, for those who may upload. */
export function UploadNotice() {
  const { roles } = useSignedInUser()
  if (!staff.some((role) => roles.includes(role))) return null
  return (
    <Suspense>
      <UploadPill />
    </Suspense>
  )
}
