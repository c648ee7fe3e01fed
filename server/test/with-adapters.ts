import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import type { Adapters } from '../providers/provider.ts'
import type { Integration, Providers } from '../providers/registry.ts'

/** The same providers with some adapters replaced. */
export function withAdapters<D extends { providers: Providers }>(
  deps: D,
  instead: Partial<Adapters>,
): D {
  const { providers } = deps
  const changed = <T extends IntegrationType>(type: T, it: Integration<T>) => ({
    ...it,
    adapter: instead[type] ?? it.adapter,
  })
  return {
    ...deps,
    providers: {
      ...providers,
      async findActive(type) {
        const found = await providers.findActive(type)
        return found && changed(type, found)
      },
      active: async (type) => changed(type, await providers.active(type)),
      of: async (type, id) => changed(type, await providers.of(type, id)),
    },
  }
}
