import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { heartbeat } from '#contract/plans/plan-events.ts'
import type { Deps } from '../../deps.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { refreshActor } from './login.ts'
import type { Actor } from './mount.ts'

export type StreamLimits = {
  /** At each heartbeat the state is read again and the permission checked. */
  heartbeatMs: number
  /** Over all processes. */
  maxPerPerson: number
  maxPerProcess: number
  /** Streams reserved for people who have none yet. */
  reservedForNewPeople: number
}
const defaultLimits: StreamLimits = {
  heartbeatMs: heartbeat.everyMs,
  maxPerPerson: 20,
  maxPerProcess: 2000,
  reservedForNewPeople: 400,
}
/** Reconnect delay of browsers. */
const retryMs = 3_000

export type StreamSource = {
  topics: readonly string[]
  /** The current state as an event; sent when its `key` has changed. */
  read: () => Promise<{ key: string; event: object } | undefined>
  mayListen: (actor: Actor) => Promise<boolean>
  maxDurationMs: number
  /** Name of the heartbeat event; without it a comment is sent. */
  heartbeatEvent?: string
  /** Renewed at each heartbeat and released at the end. */
  presence?: { renew: () => Promise<unknown>; release: () => Promise<unknown> }
}

/** Server-sent events (HTML standard, section 9.2). They contain the current state, so missed events do no harm. */
export function eventStreams(
  app: FastifyInstance,
  { db, announcements }: Pick<Deps, 'db' | 'announcements'>,
  { heartbeatMs, maxPerPerson, maxPerProcess, reservedForNewPeople }: StreamLimits = defaultLimits,
) {
  /** The open streams by their ids. */
  const open = new Map<string, { userId: string; end: () => void }>()
  let opening = 0
  /** While the database is unavailable they stay, until they expire. */
  const remove = (ids: readonly string[]) =>
    removeStreams(db, ids).catch((error: unknown) =>
      app.log.warn({ err: error }, 'could not remove event streams'),
    )
  app.addHook('preClose', async () => {
    const streams = [...open]
    open.clear()
    for (const [, { end }] of streams) end()
    // At once, because the connections to the database are closed next.
    if (streams.length) await remove(streams.map(([id]) => id))
  })

  function requireRoom(userId: string) {
    const hasStream = [...open.values()].some((it) => it.userId === userId)
    if (open.size + opening >= maxPerProcess - (hasStream ? reservedForNewPeople : 0))
      throw new AppError('unavailable', 'The server is busy. Please try again in a moment.')
  }

  return async (reply: FastifyReply, actor: Actor, source: StreamSource) => {
    const id = newId()
    const userId = actor.originalUserId ?? actor.userId
    requireRoom(userId)
    opening++
    try {
      await addStream(db, { id, userId, ...source }, maxPerPerson)
    } finally {
      opening--
    }
    const mayListen = async () => {
      const now = await refreshActor(db, actor)
      return now !== undefined && (await source.mayListen(now))
    }
    const { stream, readAgain, end } = createStateStream(
      { ...source, mayListen },
      heartbeatMs,
      (error) => reply.log.warn({ err: error }, 'could not read the state of an event stream'),
    )
    open.set(id, { userId, end })
    const stops = source.topics.map((topic) => announcements.listen(topic, readAgain))
    stream.once('close', () => {
      if (open.delete(id)) void remove([id])
      for (const stopListening of stops) stopListening()
    })
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      // Turns off buffering in nginx.
      'x-accel-buffering': 'no',
    })
    return reply.send(stream)
  }
}

type AddedStream = { id: string; userId: string; maxDurationMs: number }

/**
 * Throws too-many-requests beyond `max` streams of the user. Counted after it was added, so that concurrent ones cannot
 * slip through.
 */
async function addStream(db: Db, { id, userId, maxDurationMs }: AddedStream, max: number) {
  const expiresAt = sql<string>`now() + ${maxDurationMs} * interval '1 millisecond'`
  await db.insertInto('eventStream').values({ id, userId, expiresAt }).execute()
  const { count } = await db
    .selectFrom('eventStream')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (count <= max) return
  await removeStreams(db, [id])
  throw new AppError('too-many-requests', 'Too many pages are open. Please close some of them.')
}

const removeStreams = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('eventStream').where('id', 'in', ids).execute()

type StateSource = Pick<StreamSource, 'read' | 'maxDurationMs' | 'heartbeatEvent' | 'presence'> & {
  mayListen: () => Promise<boolean>
}

function createStateStream(
  { read, mayListen, maxDurationMs, heartbeatEvent, presence }: StateSource,
  heartbeatMs: number,
  onError: (error: unknown) => void,
) {
  let isOver = false
  let isFull = false
  let isDue = false
  let isReading = false
  let sentKey: string | undefined
  const stream = new Readable({
    read() {
      if (!isFull) return
      isFull = false
      readAgain()
    },
  })
  const send = (text: string) => {
    if (!isOver) isFull = !stream.push(text)
  }
  function end() {
    if (isOver) return
    isOver = true
    if (isFull) stream.destroy()
    else stream.push(null)
  }

  /** Announcements during a read, or while the listener is slow, cause one more read. */
  function readAgain() {
    isDue = true
    if (!isReading) sendState().catch(onError)
  }
  async function sendState() {
    isReading = true
    try {
      while (isDue && !isFull && !isOver) {
        isDue = false
        const state = await read()
        if (!state || state.key === sentKey) continue
        sentKey = state.key
        send(`data: ${JSON.stringify(state.event)}\n\n`)
      }
    } finally {
      isReading = false
    }
  }

  async function beat() {
    // The listener has not read for an interval, or lost the permission.
    if (isFull || !(await mayListen())) return end()
    send(heartbeatEvent ? `event: ${heartbeatEvent}\ndata: {}\n\n` : ':\n\n')
    await renewal()
    readAgain()
  }
  /** Sequential, so that nothing is renewed after its release. Each caller gets the error of its own renewal. */
  let renewing: Promise<unknown> = Promise.resolve()
  const renewal = () =>
    (renewing = renewing.catch(() => undefined).then(() => !isOver && presence?.renew()))
  const beating = setInterval(() => {
    beat().catch((error: unknown) => {
      onError(error)
      // Without a database there is nothing to send either. The next heartbeat checks the permission again.
      if (!isDatabaseUnavailable(error)) end()
    })
  }, heartbeatMs)
  const ending = setTimeout(end, maxDurationMs)
  stream.once('close', () => {
    isOver = true
    clearInterval(beating)
    clearTimeout(ending)
    if (presence) void renewing.then(presence.release, presence.release).catch(onError)
  })
  send(`retry: ${retryMs}\n\n`)
  if (presence) renewal().catch(onError)
  readAgain()
  return { stream, readAgain, end }
}
