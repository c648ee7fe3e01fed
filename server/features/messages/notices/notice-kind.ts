import type { CalendarSession } from '../../plans/schedule/calendar-file.ts'
import type { Participation } from '../../sessions/participants.ts'
import type { Db } from '../../../platform/db/db.ts'

/** What is asked of a kind when a notice is worded. */
export type Asked = {
  userId: string
  rowIds: readonly string[]
  /** When the first of them was noticed. */
  since: Date
  now: Date
  /** Of the recipient. */
  timeZone: string
}

export type NoticeText = {
  /** Neutral, as `text`: others may see the subject of an email and a text message (docs/product.md, "Messages"). */
  subject: string
  text: string
  /** In the notification list, after signing in. */
  bell: string
  /** Where the bell and the link lead. */
  path: string
  /** Further values for templates of a service. */
  values?: Readonly<Record<string, string>>
  calendars?: readonly CalendarSession[]
  /** The session that it is about, where people are to meet. */
  meeting?: Pick<Participation, 'id' | 'isJoinable' | 'place'> | undefined
}

export type Told = NoticeText & {
  /** Also at night. */
  isUrgent: boolean
  /** The same rows are to be noticed again: of some, this message says nothing. */
  hasMore: boolean
  /** Records that the user knows, in the transaction that ends the delivery. */
  record: (tx: Db) => Promise<unknown>
}

export type NoticeKind = (db: Db, asked: Asked) => Promise<Told | undefined>

type Rules<Row> = {
  /** The rows of which it is still true, with what the texts need. */
  listTrue: (db: Db, asked: Asked) => Promise<readonly Row[]>
  one: (row: Row, asked: Asked) => NoticeText
  several: (rows: readonly Row[], asked: Asked) => NoticeText
  isUrgent?: (rows: readonly Row[], asked: Asked) => boolean
  /** After it, these rows are true no more. */
  record?: (tx: Db, asked: Asked, rows: readonly Row[]) => Promise<unknown>
  /** In one message. */
  maxRows?: number
}

/** A kind of notice, worded when it is sent; undefined if nothing of it is true any more. */
export const defineNotice =
  <Row>({ listTrue, one, several, isUrgent, record, maxRows }: Rules<Row>): NoticeKind =>
  async (db, asked) => {
    const found = await listTrue(db, asked)
    const rows = found.slice(0, maxRows)
    const [first] = rows
    if (first === undefined) return undefined
    return {
      ...(rows.length === 1 ? one(first, asked) : several(rows, asked)),
      hasMore: rows.length < found.length,
      isUrgent: isUrgent?.(rows, asked) ?? false,
      record: async (tx) => record?.(tx, asked, rows),
    }
  }

type PlainRules<Row> = Pick<Rules<Row>, 'listTrue'> & {
  word: (rows: readonly [Row, ...Row[]], asked: Asked) => NoticeText
}

/** The same with one text for any number of rows. */
export const definePlainNotice = <Row>({ listTrue, word }: PlainRules<Row>) =>
  defineNotice<Row>({
    listTrue,
    one: (row, asked) => word([row], asked),
    several: ([first, ...others], asked) => word([first as Row, ...others], asked),
  })

/** What changes sooner than this is told at night, too. */
export const urgentMs = 12 * 3_600_000

/** The plan of a client, who reads it under another address than staff. */
export const planPath = (clientId: string, isOwn: boolean) =>
  isOwn ? `/app/my-plan/${clientId}` : `/app/clients/${clientId}`

/** The plan if all are of one, else the first page. */
export const sharedPath = (rows: readonly { clientId: string }[], isOwn: boolean) => {
  const [first, ...others] = rows
  return first && others.every(({ clientId }) => clientId === first.clientId)
    ? planPath(first.clientId, isOwn)
    : '/app'
}

/** 'A client has', '3 clients have' */
export const count = (rows: readonly unknown[], one: string, several: string) =>
  rows.length === 1 ? one : `${rows.length} ${several}`
