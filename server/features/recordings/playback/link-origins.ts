import type { Deps } from '../../../deps.ts'

/** From where else than here browsers fetch recordings: the storages that play by links, and hold any. */
export async function linkOrigins({ db, providers }: Pick<Deps, 'db' | 'providers'>) {
  const origins = new Map<string, string>()
  for (const id of await providers.idsOf('video_storage')) {
    // One that is not set up plays nothing.
    const storage = await providers.of('video_storage', id).catch(() => undefined)
    if (storage?.adapter.links) origins.set(id, storage.adapter.links.origin)
  }
  if (!origins.size) return []
  const holding = await db
    .selectFrom('integration')
    .select('id')
    .where('id', 'in', [...origins.keys()])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('recording').select('id').whereRef('integrationId', '=', 'integration.id'),
      ),
    )
    .execute()
  return [...new Set(holding.map(({ id }) => origins.get(id) ?? ''))].toSorted()
}
