import type { Deps } from '../../../deps.ts'

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
