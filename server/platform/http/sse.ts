import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { heartbeat } from '#contract/plan-events.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { actorOfNow } from './login.ts'
import type { Actor } from './mount.ts'

export type StreamLimits = {
  /** Milliseconds between signs of life; at each, what may have been missed is looked up and the permission checked. */
  heartbeatMs: number
  mostPerPerson: number
  /** Each asks the database some small questions at each sign of life. */
  mostPerProcess: number
  /** So many of the process's streams are for people who have none yet. */
  keptForOthers: number
}
const usualLimits: StreamLimits = {
  heartbeatMs: heartbeat.everyMs,
  mostPerPerson: 20,
  mostPerProcess: 2000,
  keptForOthers: 400,
}
/** Milliseconds after which a browser comes back when the connection broke. */
const retryMs = 3_000

export type Source = {
  topics: readonly string[]
  /** The state of now as an event, if there is anything to say. It is sent when its `key` is not the one sent last. */
  read: () => Promise<{ key: string; event: object } | undefined>
  mayListen: (actor: Actor) => Promise<boolean>
  /** Milliseconds after which the stream ends. */
  lastsMs: number
  /** The event that a sign of life is, where the listener is to hear it; else a comment, which keeps the line. */
  sign?: string
  /** What stands for the listener elsewhere: made and renewed at each sign of life, and let go of at the end. */
  keep?: { renew: () => Promise<unknown>; release: () => Promise<unknown> }
}

/**
 * Answers with server-sent events (HTML standard, section 9.2). Each listener is told the state and not what happened,
 * so it does not matter when it came, what it missed, or which process changed what.
 */
export function eventStreams(
  app: FastifyInstance,
  { db, announcements }: Pick<Deps, 'db' | 'announcements'>,
  { heartbeatMs, mostPerPerson, mostPerProcess, keptForOthers }: StreamLimits = usualLimits,
) {
  /** How to end each stream, and whose it is: however often they are signed in, and as whom. */
  const open = new Map<() => void, string>()
  // The server waits for its answers to end before it closes.
  app.addHook('preClose', async () => {
    for (const end of open.keys()) end()
  })

  function requireRoom(personId: string) {
    const own = [...open.values()].filter((it) => it === personId).length
    if (own >= mostPerPerson)
      throw new AppError(
        'too-many-requests',
        'Too many pages are waiting for news. Please close some of them.',
      )
    if (open.size >= mostPerProcess - (own ? keptForOthers : 0))
      throw new AppError('unavailable', 'The server is busy. Please try again in a moment.')
  }

  return (reply: FastifyReply, actor: Actor, source: Source) => {
    const personId = actor.originalUserId ?? actor.userId
    requireRoom(personId)
    const mayListen = async () => {
      const now = await actorOfNow(db, actor)
      return now !== undefined && (await source.mayListen(now))
    }
    const { stream, look, end } = newsStream({ ...source, mayListen }, heartbeatMs, (error) =>
      reply.log.warn({ err: error }, 'could not look for news'),
    )
    open.set(end, personId)
    const stops = source.topics.map((topic) => announcements.listen(topic, look))
    stream.once('close', () => {
      open.delete(end)
      for (const stopListening of stops) stopListening()
    })
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx would collect the events otherwise.
      'x-accel-buffering': 'no',
    })
    return reply.send(stream)
  }
}

type News = Pick<Source, 'read' | 'lastsMs' | 'sign' | 'keep'> & {
  mayListen: () => Promise<boolean>
}

function newsStream(
  { read, mayListen, lastsMs, sign, keep }: News,
  heartbeatMs: number,
  onError: (error: unknown) => void,
) {
  let isOver = false
  let isFull = false
  let isDue = false
  let isLooking = false
  let told: string | undefined
  const stream = new Readable({
    read() {
      if (!isFull) return
      isFull = false
      look()
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

  /** Announcements that come while it looks, or while the listener is slow, make it look once more and no more. */
  function look() {
    isDue = true
    if (!isLooking) tellNews().catch(onError)
  }
  async function tellNews() {
    isLooking = true
    try {
      while (isDue && !isFull && !isOver) {
        isDue = false
        const state = await read()
        if (!state || state.key === told) continue
        told = state.key
        send(`data: ${JSON.stringify(state.event)}\n\n`)
      }
    } finally {
      isLooking = false
    }
  }

  async function beat() {
    // Nobody has read for a whole interval, or the permission is gone.
    if (isFull || !(await mayListen())) return end()
    send(sign ? `event: ${sign}\ndata: {}\n\n` : ':\n\n')
    await renewal()
    look()
  }
  /** One after the other, so that nothing is renewed after it was let go of. */
  let renewing: Promise<unknown> = Promise.resolve()
  const renewal = () =>
    (renewing = renewing.catch(() => undefined).then(() => !isOver && keep?.renew()))
  const beating = setInterval(() => {
    beat().catch((error: unknown) => {
      onError(error)
      end()
    })
  }, heartbeatMs)
  const ending = setTimeout(end, lastsMs)
  stream.once('close', () => {
    isOver = true
    clearInterval(beating)
    clearTimeout(ending)
    if (keep) void renewing.then(keep.release, keep.release).catch(onError)
  })
  send(`retry: ${retryMs}\n\n`)
  if (keep) renewal().catch(onError)
  look()
  return { stream, look, end }
}
