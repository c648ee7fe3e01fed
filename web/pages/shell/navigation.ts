import {
  Building2,
  ChartColumn,
  HeartHandshake,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  NotebookPen,
  ScrollText,
  Settings,
  Shapes,
  UserCog,
  Users,
} from 'lucide-react'
import { admins, type Role, role, staff } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

type Entry = { label: string; to: string; icon: LucideIcon; roles: readonly Role[] }

/** Who sees which entry of the sidebar (docs/product.md, "Screens"). */
const entries: readonly Entry[] = [
  { label: 'Dashboard', to: paths.app, icon: LayoutDashboard, roles: role.options },
  { label: 'Users', to: paths.users, icon: UserCog, roles: admins },
  { label: 'Clients', to: paths.clients, icon: Users, roles: staff },
  { label: 'My Notes', to: paths.notes, icon: NotebookPen, roles: ['coach_user'] },
  { label: 'Coaches', to: paths.coaches, icon: HeartHandshake, roles: admins },
  { label: 'Organizations', to: paths.organizations, icon: Building2, roles: admins },
  { label: 'Analytics', to: paths.analytics, icon: ChartColumn, roles: admins },
  { label: 'Messages', to: paths.messages, icon: Mail, roles: admins },
  { label: 'Components', to: paths.components, icon: Shapes, roles: ['system_admin'] },
  { label: 'System Settings', to: paths.settings, icon: Settings, roles: ['system_admin'] },
  { label: 'Audit Log', to: paths.auditLog, icon: ScrollText, roles: ['system_admin'] },
]

export const listNavigation = ({ roles }: { roles: readonly Role[] }) =>
  entries.filter((it) => it.roles.some((needed) => roles.includes(needed)))
