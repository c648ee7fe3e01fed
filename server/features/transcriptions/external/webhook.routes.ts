import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { elevenlabsCall } from '#contract/transcriptions/transcription-callbacks.ts'
import type { Deps } from '../../../deps.ts'
import { mountSigned } from '../../../platform/http/mount.ts'
import type { ReadSignature } from '../../../platform/http/webhook-signature.ts'
import { enqueueCollection } from './external-copies.queries.ts'

export function webhookRoutes(app: FastifyInstance, deps: Deps) {
  mountSigned(app, elevenlabsCall, signedByElevenlabs(deps), async ({ body }) => {
    await handleCallback(deps, body.data)
    return { received: true as const }
  })
}

/** `ElevenLabs-Signature: t=<seconds>,v0=<hex>`, HMAC-SHA256 over `<seconds>.<body>`; the secret of any ElevenLabs integration is accepted. */
const signedByElevenlabs =
  ({ providers }: Pick<Deps, 'providers'>): ReadSignature =>
  async ({ bytes, headers }) => {
    const parts = String(headers['elevenlabs-signature'] ?? '').split(',')
    const seconds = parts.map((it) => /^\s*t=(\d{1,12})$/.exec(it)?.[1]).find(Boolean)
    const given = parts.flatMap((it) => /^\s*v0=([0-9a-f]{64})$/i.exec(it)?.[1] ?? [])
    if (seconds === undefined || given.length === 0) return undefined
    const signed = Buffer.concat([Buffer.from(`${seconds}.`), bytes])
    const secrets = await webhookSecrets(providers)
    return {
      signedAt: new Date(Number(seconds) * 1000),
      given: given.slice(0, maxSignatures).map((hex) => Buffer.from(hex, 'hex')),
      expected: secrets.map((secret) => createHmac('sha256', secret).update(signed).digest()),
    }
  }

const maxSignatures = 10

async function webhookSecrets(providers: Deps['providers']) {
  const all = await Promise.all(
    (await providers.listIds('transcription')).map((id) =>
      // One that is not configured signs no calls.
      providers.of('transcription', id).catch(() => undefined),
    ),
  )
  return all.flatMap((it) =>
    it?.provider === 'elevenlabs' && it.adapter.callSecret ? [it.adapter.callSecret] : [],
  )
}

type CallbackBody = {
  request_id?: string | null | undefined
  webhook_metadata?: string | { reference?: string | null | undefined } | null | undefined
  transcription?: { transcription_id?: string | null | undefined } | null | undefined
}

const metadata = z.object({ reference: z.uuid() })

/** Collects a finished transcription at once. Unknown or ended ones are ignored. */
async function handleCallback({ db, queue }: Pick<Deps, 'db' | 'queue'>, call: CallbackBody) {
  const ids = [call.transcription?.transcription_id, call.request_id].filter(
    (it): it is string => typeof it === 'string' && it !== '',
  )
  await enqueueCollection(db, queue, { ids, reference: referenceIn(call.webhook_metadata) })
}

function referenceIn(given: CallbackBody['webhook_metadata']) {
  const { data } = metadata.safeParse(typeof given === 'string' ? parsed(given) : given)
  return data?.reference
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
