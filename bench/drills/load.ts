import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getUser, login } from '#contract/accounts/auth.ts'
import { idempotencyKey } from '#contract/endpoint.ts'
import { createOrganization } from '#contract/organizations/organizations.ts'
import type { Db } from '#server/platform/db/db.ts'
import { password } from '#server/test/make.ts'

type Options = {
  /** Of the product; asked before each request. */
  origin: () => string
  /** An administrator. */
  email: string
  people: number
  /** Repeats what failed until it is acknowledged, with the same key, as the web does. */
  isRepeated?: boolean
}

const repeatMs = 50
const timeoutMs = 20_000
/** Each person signs in once, and again after so many writes. */
const writesPerSignIn = 20

/** People who sign in and create organizations until `stop`. What was acknowledged has to be there ever after. */
export function startLoad({ origin, email, people, isRepeated = false }: Options) {
  const acknowledged = { logins: [] as string[], organizations: [] as string[] }
  const acknowledgedAt: number[] = []
  /** How often a request failed, by its status; 0 without a response. */
  const failures: Record<number, number> = {}
  let requests = 0
  let isStopping = false

  async function send({ method, path }: { method: string; path: string }, init: Sent) {
    requests++
    const address = origin()
    const response = await fetch(address + path, {
      method,
      headers: { origin: address, 'content-type': 'application/json', ...init.headers },
      ...(init.body && { body: JSON.stringify(init.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    if (response?.ok) {
      acknowledgedAt.push(Date.now())
      return response
    }
    const status = response?.status ?? 0
    failures[status] = (failures[status] ?? 0) + 1
    return undefined
  }

  async function sendUntilAcknowledged(
    endpoint: typeof login | typeof createOrganization,
    init: Sent,
  ) {
    let response = await send(endpoint, init)
    while (!response && isRepeated) {
      await sleep(repeatMs)
      response = await send(endpoint, init)
    }
    return response
  }

  async function live() {
    let cookie = ''
    for (let count = 0; !isStopping; count++) {
      if (count % writesPerSignIn === 0 || !cookie) {
        const signedIn = await sendUntilAcknowledged(login, { body: { email, password } })
        cookie = signedIn?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
        if (signedIn) acknowledged.logins.push(cookie)
        if (!cookie) continue
      }
      const name = `Drill ${randomUUID()}`
      const headers = { cookie, [idempotencyKey]: randomUUID() }
      if (await sendUntilAcknowledged(createOrganization, { headers, body: { name } }))
        acknowledged.organizations.push(name)
    }
  }
  const lives = Array.from({ length: people }, live)

  return {
    acknowledged,
    acknowledgedAt,
    failures,
    requests: () => requests,
    async stop() {
      isStopping = true
      await Promise.all(lives)
    },
    /** What was acknowledged and is missing, or is there twice. */
    async lost(db: Db) {
      const rows = await db
        .selectFrom('organization')
        .select('name')
        .where('name', 'like', 'Drill %')
        .execute()
      const counts = Map.groupBy(rows, ({ name }) => name)
      const lost = acknowledged.organizations.filter((name) => counts.get(name)?.length !== 1)
      for (const cookie of acknowledged.logins) {
        const response = await fetch(origin() + getUser.path, { headers: { cookie } })
        await response.arrayBuffer()
        if (!response.ok) lost.push(cookie)
      }
      return lost
    },
  }
}

type Sent = { headers?: Record<string, string>; body?: object }
