import { useSearchParams } from 'react-router'

const drawerTabs = ['overview', 'recording', 'transcripts'] as const

/** The open tab stands in the URL (`?tab=`), so that a link or a reload shows the same. */
export function useDrawerTab() {
  const [search, setSearch] = useSearchParams()
  return {
    tab: drawerTabs.find((it) => it === search.get('tab')) ?? 'overview',
    setTab: (tab: string) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          after.set('tab', tab)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
