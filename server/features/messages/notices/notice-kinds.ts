import type { NoticeKindName } from '#contract/messages/kinds.ts'
import * as clients from './kinds/clients.ts'
import * as installation from './kinds/installation.ts'
import * as plan from './kinds/plan.ts'
import { sessionChanged } from './kinds/session-changed.ts'
import * as sessions from './kinds/sessions.ts'
import * as tasks from './kinds/tasks.ts'
import type { NoticeKind } from './notice-kind.ts'

/** Every kind of notice. */
export const noticeKinds: Record<NoticeKindName, NoticeKind> = {
  sessionChanged,
  ...{ ...sessions, ...tasks, ...plan },
  ...{ ...clients, ...installation },
}
