import { RequireRole } from '#web/features/auth/require-role.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ComponentsPage } from '../components/components-page.tsx'

/** "Component showcase: system_admin only" (specification part 1, section 2). */
export function ShowcasePage() {
  usePageTitle('Components')
  return (
    <RequireRole roles={['system_admin']}>
      <ComponentsPage />
    </RequireRole>
  )
}
