import { calendarDay } from '#contract/calendar.ts'
import type { Placeholder } from '#contract/placeholders.ts'
import type { Db } from '../db/db.ts'
import { sessionRows } from '../session-rows.ts'
import type { Values } from './placeholders.ts'

/** How many of the sessions before count as recent. */
const recent = 5

/** What the sessions before `before` tell; nothing is read unless a name asks for it. */
export async function historyValues(
  db: Db,
  names: ReadonlySet<Placeholder>,
  { clientId, before, timeZone }: { clientId: string; before: string; timeZone: string },
): Promise<Values> {
  const needsNotes = names.has('previousSessionNotes') || names.has('lastThreeSessionNotes')
  const needsList = names.has('sessionHistory') || names.has('recentSessionDates')
  if (!needsNotes && !needsList) return {}
  const earlier = sessionRows(db, needsNotes ? 'included' : 'omitted')
    .where('session.clientId', '=', clientId)
    .where('session.sessionDate', '<', before)
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id', 'desc')
  const sessions = await (needsList ? earlier : earlier.limit(recent)).execute()
  const dayOf = (instant: string) => calendarDay(new Date(instant), timeZone)
  const notes = sessions.flatMap(({ transcribedTextScripted, transcribedTextRaw, ...it }) => {
    const text = transcribedTextScripted ?? transcribedTextRaw
    return text ? [`${it.sessionDefinitionName}, ${dayOf(it.sessionDate)}:\n${text}`] : []
  })
  return {
    previousSessionNotes: notes[0],
    lastThreeSessionNotes: notes.slice(0, 3).join('\n\n'),
    sessionHistory: sessions
      .map((it) => `${dayOf(it.sessionDate)} ${it.sessionDefinitionName} (${it.status})`)
      .join('\n'),
    recentSessionDates: sessions
      .slice(0, recent)
      .map((it) => dayOf(it.sessionDate))
      .join(', '),
  }
}
