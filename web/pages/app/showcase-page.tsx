import { RequireRole } from '#web/features/auth/require-role.tsx'
import { ComponentsPage } from '../components/components-page.tsx'

/** "Component showcase: system_admin only" (specification part 1, section 2). */
export const ShowcasePage = () => (
  <RequireRole roles={['system_admin']}>
    <ComponentsPage />
  </RequireRole>
)
