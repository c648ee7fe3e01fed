import { isChoice, type NoticeKindName } from '#contract/messages/kinds.ts'
import { addDays, calendarDay, minutesOfDay, toInstant } from '#contract/rules/calendar.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { linkOrigin } from '../../../platform/http/origin.ts'
import { joinUrl, renderCalendarFile } from '../../plans/schedule/calendar-file.ts'
import { findRecipient, getPreferences } from '../notifications/notifications.queries.ts'
import type { Told } from './notice-kind.ts'
import { noticeKinds } from './notice-kinds.ts'

export type NoticeRow = {
  kind: NoticeKindName
  userId: string
  rowIds: readonly string[]
  createdAt: string
}

/** What a notice says now; undefined if nothing of it is true any more, or the account is deactivated. */
export async function wordNotice(
  db: Db,
  { config, installation }: Pick<Deps, 'config' | 'installation'>,
  { kind, userId, rowIds, createdAt }: NoticeRow,
  now = new Date(),
) {
  const [person, preferences] = [await findRecipient(db, userId), await getPreferences(db, userId)]
  if (!person) return undefined
  const timeZone = preferences?.timeZone ?? installation.timeZone
  const asked = { userId, rowIds, since: new Date(createdAt), now, timeZone }
  const told = await noticeKinds[kind](db, asked)
  if (!told) return undefined
  const { brandName } = installation
  const origin = linkOrigin(config)
  const link = `${origin}${told.path}`
  const { subject, text, bell, calendars = [], meeting } = told
  const shortText = text.length > maxShortLength ? `${subject}.` : text.replaceAll('\n', ' ')
  const body = [
    `Hello ${person.firstName},`,
    text,
    link,
    ...(meeting?.isJoinable ? [`Join from 15 minutes before: ${joinUrl(origin, meeting.id)}`] : []),
    ...(meeting?.place ? [`Where: ${meeting.place}`] : []),
    ...(calendars.length ? [declining] : []),
    ...(isChoice(kind)
      ? [`You can change which messages you get under Notifications in ${brandName}.`]
      : []),
  ]
  return {
    ...{ told, timeZone },
    row: {
      ...{ subject, bell, body: `${body.join('\n\n')}\n` },
      short: `${brandName}: ${shortText} ${link}`,
      placeholderValues: JSON.stringify({
        ...told.values,
        ...{ text: shortText, link, brandName, firstName: person.firstName },
      }),
      calendar: calendars.map((it) => renderCalendarFile(it, origin)).join('') || null,
    },
  }
}

const declining =
  'Declining it in your calendar cancels nothing. To cancel or move it, open the link above.'

/** Two text messages, with the link. */
const maxShortLength = 300

const quietFrom = 21 * 60
const quietUntil = 8 * 60

/** Milliseconds until the recipient's night is over; 0 by day, and for what cannot wait. */
export function msOfQuiet({ isUrgent }: Told, timeZone: string, now = new Date()) {
  const minute = minutesOfDay(now, timeZone)
  if (isUrgent || (minute >= quietUntil && minute < quietFrom)) return 0
  const today = calendarDay(now, timeZone)
  const morning = minute < quietUntil ? today : addDays(today, 1)
  return toInstant(morning, quietUntil, timeZone).getTime() - now.getTime()
}
