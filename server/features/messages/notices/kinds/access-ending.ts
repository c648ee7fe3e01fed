import { findAccessEnd } from '../../../organizations/employee-list/employee-list.queries.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { definePlainNotice } from '../notice-kind.ts'

/** Of people whose address left their employer's list, or is back on it after they were told. */
export const accessEnding = definePlainNotice<{ endsAt: string | undefined }>({
  listTrue: async (db, { userId, since }) => {
    const endsAt = await findAccessEnd(db, userId)
    if (endsAt !== undefined) return [{ endsAt }]
    const told = await db
      .selectFrom('message')
      .select('id')
      .where('userId', '=', userId)
      .where('kind', '=', 'accessEnding')
      .where('createdAt', '<', since.toISOString())
      .limit(1)
      .executeTakeFirst()
    return told ? [{ endsAt }] : []
  },
  word: ([{ endsAt }], { timeZone }) => {
    const text =
      endsAt === undefined
        ? 'Your access continues.'
        : `Your access through your employer ends on ${formatWhen(new Date(endsAt), timeZone).day}. Until then nothing changes. Under Your privacy you can ask for what is stored about you.`
    const subject = endsAt === undefined ? 'Your access continues' : 'Your access will end'
    return { subject, text, bell: text, path: '/app/privacy' }
  },
})
