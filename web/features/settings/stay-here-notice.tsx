import { useQuery } from '@tanstack/react-query'
import { listSettings } from '#contract/settings/settings.ts'
import { settings } from '#contract/settings/setting-entries.ts'
import { queryFor } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'

type StayHereNoticeProps = { name: 'audioStaysHere' | 'wordsStayHere' }

/** Where providers are configured: an outside one gets nothing while the setting is on. */
export function StayHereNotice({ name }: StayHereNoticeProps) {
  const { data } = useQuery(queryFor(listSettings, {}))
  if (!data?.settings.some((it) => it.name === name && it.value === true)) return null
  return (
    <Banner tone="blue" className="mt-4">
      {settings[name].label} (General Settings): outside providers of this type get nothing, even if
      they are active.
    </Banner>
  )
}
