import type { FastifyInstance } from 'fastify'
import {
  deleteMyCalendarFeed,
  getMyCalendarFeed,
  openCalendarFeed,
  renewMyCalendarFeed,
  setFeedTitle,
} from '#contract/calendar-feeds/calendar-feeds.ts'
import type { Deps } from '../../deps.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { linkOrigin } from '../../platform/http/origin.ts'
import { hashToken } from '../../platform/keys/keys.ts'
import { getFeed } from './calendar-feeds.queries.ts'
import { changeTitle, readFeed, removeFeed, renewFeed } from './calendar-feeds.service.ts'

export function calendarFeedRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>) {
  const { db, config } = deps
  mount(app, getMyCalendarFeed, async (_input, { userId }) => ({ feed: await getFeed(db, userId) }))
  mount(app, renewMyCalendarFeed, async (_input, actor) => {
    const { feed, secret } = await renewFeed(db, actor)
    const path = openCalendarFeed.path.replace('{secret}', secret)
    return { feed, address: `${linkOrigin(config)}${path}` }
  })
  mount(app, setFeedTitle, ({ body }, actor) => changeTitle(db, actor, body))
  mount(app, deleteMyCalendarFeed, (_input, actor) => removeFeed(db, actor))
  mountRaw(app, openCalendarFeed, async ({ params, request, reply }) => {
    const file = await readFeed(deps, params.secret)
    const etag = `"${hashToken(file)}"`
    void reply.header('etag', etag)
    // A proxy that compresses makes it a weak one.
    const known = request.headers['if-none-match']?.split(',').map((it) => it.trim())
    if (known?.some((it) => it === etag || it === `W/${etag}`)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(file)
  })
}
