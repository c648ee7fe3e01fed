import type { NoticeKindName } from '#contract/messages/kinds.ts'
import type { NoticeKind } from './notice-kind.ts'
import { assignmentDue, consentRecorded, sharedConversation } from './kinds/plan.ts'
import { sessionChanged } from './kinds/session-changed.ts'
import { sessionReminder, sessionSoon, sessionsToday } from './kinds/sessions.ts'

/** Every kind of notice. */
export const noticeKinds: Record<NoticeKindName, NoticeKind> = {
  ...{ sessionChanged, sessionReminder, sessionSoon, sessionsToday },
  ...{ assignmentDue, sharedConversation, consentRecorded },
}
