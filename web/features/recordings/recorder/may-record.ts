import { missingConsent } from '#contract/consents/consents.ts'
import { isOfDay } from '#contract/plans/schedule.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'

/** Whether a session can be recorded now: on its day, first or after another part made here. A missing consent is asked for first. */
export const mayRecord = (session: SessionDetail, now: Date) =>
  session.status !== 'archived' &&
  isOfDay(session, now, timeZone) &&
  (session.recording === null || session.recording.isMadeHere) &&
  (session.blocked.recording === null || session.blocked.recording === missingConsent.recording)
