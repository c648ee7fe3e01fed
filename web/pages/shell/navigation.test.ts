import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { listNavigation } from './navigation.ts'

const ofAdmins = [
  ...['Dashboard', 'Users', 'Clients', 'Coaches', 'Organizations', 'Analytics', 'Messages'],
]

test.each<[Role[], string[]]>([
  [['client_user'], ['Dashboard']],
  [['org_user'], ['Dashboard']],
  [['coach_user'], ['Dashboard', 'Clients', 'My Notes']],
  [['maylab_admin'], ofAdmins],
  [['coach_user', 'maylab_admin'], ofAdmins.toSpliced(3, 0, 'My Notes')],
  [['system_admin'], [...ofAdmins, 'Components', 'System Settings', 'Audit Log']],
])('%j sees %j', (roles, labels) => {
  expect(listNavigation({ roles }).map(({ label }) => label)).toEqual(labels)
})
