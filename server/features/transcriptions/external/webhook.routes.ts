import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { elevenlabsCall } from '#contract/webhooks.ts'
import type { Deps } from '../../../deps.ts'
import { mountSigned } from '../../../platform/http/mount.ts'
import type { ReadSignature } from '../../../platform/http/webhook-signature.ts'
import { elevenlabsCalled } from './calls-back.ts'

export function webhookRoutes(app: FastifyInstance, deps: Deps) {
  mountSigned(app, elevenlabsCall, signedByElevenlabs(deps), async ({ body }) => {
    await elevenlabsCalled(deps, body.data)
    return { received: true as const }
  })
}

/** `ElevenLabs-Signature: t=<seconds>,v0=<hex>`, HMAC-SHA256 over `<seconds>.<body>`; a secret of any of its integrations is good. */
const signedByElevenlabs =
  ({ providers }: Pick<Deps, 'providers'>): ReadSignature =>
  async ({ bytes, headers }) => {
    const parts = String(headers['elevenlabs-signature'] ?? '').split(',')
    const seconds = parts.map((it) => /^\s*t=(\d{1,12})$/.exec(it)?.[1]).find(Boolean)
    const given = parts.flatMap((it) => /^\s*v0=([0-9a-f]{64})$/i.exec(it)?.[1] ?? [])
    if (seconds === undefined || given.length === 0) return undefined
    const signed = Buffer.concat([Buffer.from(`${seconds}.`), bytes])
    const secrets = await secretsIn(providers)
    return {
      signedAt: new Date(Number(seconds) * 1000),
      given: given.slice(0, mostSignatures).map((hex) => Buffer.from(hex, 'hex')),
      expected: secrets.map((secret) => createHmac('sha256', secret).update(signed).digest()),
    }
  }

const mostSignatures = 10

/** Of whichever is set up well enough to have been used. */
async function secretsIn(providers: Deps['providers']) {
  const all = await Promise.all(
    (await providers.idsOf('transcription')).map((id) =>
      providers.of('transcription', id).catch(() => undefined),
    ),
  )
  return all.flatMap((it) =>
    it?.provider === 'elevenlabs' && it.adapter.callSecret ? [it.adapter.callSecret] : [],
  )
}
