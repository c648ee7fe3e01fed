import { directLinkSeconds, openDirectLink } from '#contract/recordings/recordings.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Keys } from '../../../platform/keys/keys.ts'
import type { Deps } from '../../../deps.ts'

/** A path that opens the recording for five minutes without signing in; it contains no name. */
export function signDirectLink(keys: Keys, recordingId: string, now: Date) {
  const expires = Math.floor(now.getTime() / 1000) + directLinkSeconds
  const signature = keys.sign('direct-link', recordingId, String(expires)).toString('base64url')
  return {
    url: `${openDirectLink.path.replace('{recordingId}', recordingId)}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}

/** Throws not-allowed unless the signature is ours and the link has not expired. */
export function requireDirectLink(
  keys: Keys,
  { recordingId, expires, signature }: { recordingId: string; expires: number; signature: string },
  now: Date,
) {
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keys.isSigned('direct-link', given, recordingId, String(expires))
  if (!isOurs || expires * 1000 < now.getTime())
    throw new AppError(
      'not-allowed',
      'This link has expired or is incomplete. Please open the recording from its session again.',
    )
}

/** Origins of the storages from which browsers play recordings by link, for the content security policy. */
export async function playbackOrigins({ db, providers }: Pick<Deps, 'db' | 'providers'>) {
  const origins = new Map<string, string>()
  for (const id of await providers.listIds('video_storage')) {
    // One that is not configured cannot be read.
    const storage = await providers.of('video_storage', id).catch(() => undefined)
    if (storage?.adapter.links) origins.set(id, storage.adapter.links.origin)
  }
  if (!origins.size) return []
  const inUse = await db
    .selectFrom('integration')
    .select('id')
    .where('id', 'in', [...origins.keys()])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('recording').select('id').whereRef('integrationId', '=', 'integration.id'),
      ),
    )
    .execute()
  return [...new Set(inUse.map(({ id }) => origins.get(id) ?? ''))].toSorted()
}
