import type { NoticeKindName } from '#contract/messages/kinds.ts'
import {
  consentChanged,
  feedbackGiven,
  newClient,
  recordingFailed,
  transcriptReady,
  valuesToReview,
} from './kinds/clients.ts'
import {
  backupFailed,
  backupMissing,
  clientWithoutCoach,
  coachOnLeave,
  messagesFailing,
  onboardingLinkRotated,
  storageFull,
} from './kinds/installation.ts'
import {
  archiveReady,
  coachAssigned,
  coachingEnded,
  consentRecorded,
  sharedConversation,
  welcome,
} from './kinds/plan.ts'
import { accessEnding } from './kinds/access-ending.ts'
import {
  sessionRequestAnswered,
  sessionRequested,
  sessionRequestWaits,
} from './kinds/session-requests.ts'
import { calendarUnreadable } from './kinds/calendar-unreadable.ts'
import { sessionChanged } from './kinds/session-changed.ts'
import { sessionReminder, sessionSoon, sessionsToday } from './kinds/sessions.ts'
import {
  assignmentCompleted,
  assignmentDue,
  assignmentGiven,
  questionnaireAnswered,
  questionnaireDue,
  questionnaireGiven,
} from './kinds/tasks.ts'
import type { NoticeKind } from './notice-kind.ts'

/** Every kind of notice. */
export const noticeKinds: Record<NoticeKindName, NoticeKind> = {
  ...{ sessionChanged, sessionReminder, sessionSoon, sessionsToday },
  ...{ assignmentGiven, assignmentDue, assignmentCompleted },
  ...{ questionnaireGiven, questionnaireDue, questionnaireAnswered },
  ...{ welcome, coachAssigned, sharedConversation, consentRecorded, coachingEnded, archiveReady },
  ...{ newClient, consentChanged, recordingFailed, transcriptReady, valuesToReview },
  ...{ feedbackGiven, calendarUnreadable },
  accessEnding,
  ...{ clientWithoutCoach, coachOnLeave, onboardingLinkRotated },
  ...{ backupFailed, backupMissing, storageFull, messagesFailing },
  ...{ sessionRequested, sessionRequestAnswered, sessionRequestWaits },
}
