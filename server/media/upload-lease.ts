import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { announce } from '../db/notify.ts'
import type { Deps } from '../deps.ts'
import { AppError, notFound } from '../errors.ts'
import { newId } from '../ids.ts'

/** Milliseconds. A process that dies lets go of its uploads after `holdMs`. */
const holdMs = 6_000
const renewMs = 2_000
const patienceMs = 15_000
const askAgainMs = 100

type Needs = Pick<Deps, 'db'> & Partial<Pick<Deps, 'announcements'>>
export type Lease = {
  /** From now on nobody else's wish interrupts. */
  keep: () => void
  release: () => Promise<void>
}

/**
 * Lets one request at a time work on an upload, over all processes. Whoever holds it hears `onWanted` (by way of
 * `announcements`) when another comes: a client that reconnects has given its old connection up. Throws not-found when there is no such upload,
 * unavailable when it is not let go within 15 s.
 */
export async function holdUpload(
  { db, announcements }: Needs,
  id: string,
  onWanted?: () => void,
): Promise<Lease> {
  const holder = newId()
  const topic = `upload:${id}`
  const until = Date.now() + patienceMs
  while (!(await take(db, id, holder))) {
    if (Date.now() > until)
      throw new AppError(
        'unavailable',
        'This upload is still being worked on. Please try again in a moment.',
      )
    await announce(db, topic)
    await sleep(askAgainMs)
  }
  let isKept = false
  const stopListening = announcements?.listen(topic, () => {
    if (!isKept) onWanted?.()
  })
  const renewing = setInterval(() => {
    renew(db, id, holder).catch(() => undefined)
  }, renewMs)
  return {
    keep: () => {
      isKept = true
    },
    async release() {
      clearInterval(renewing)
      stopListening?.()
      await db
        .updateTable('upload')
        .set({ heldBy: null, heldUntil: null })
        .where('id', '=', id)
        .where('heldBy', '=', holder)
        .execute()
    },
  }
}

const ahead = sql<string>`now() + ${sql.lit(holdMs)} * interval '1 millisecond'`

/** False while somebody else holds it. */
async function take(db: Needs['db'], id: string, holder: string) {
  const taken = await db
    .updateTable('upload')
    .set({ heldBy: holder, heldUntil: ahead })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '<', sql<string>`now()`)]))
    .returning('id')
    .executeTakeFirst()
  if (taken) return true
  await db
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('upload'))
  return false
}

const renew = (db: Needs['db'], id: string, holder: string) =>
  db
    .updateTable('upload')
    .set({ heldUntil: ahead })
    .where('id', '=', id)
    .where('heldBy', '=', holder)
    .execute()
