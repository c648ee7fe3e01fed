import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { ActionsGroup } from './actions-group.tsx'
import { ChartsGroup } from './charts-group.tsx'
import { ChoosingGroup } from './choosing-group.tsx'
import { DetailsGroup } from './details-group.tsx'
import { FeedbackGroup } from './feedback-group.tsx'
import { FiguresGroup } from './figures-group.tsx'
import { FormsGroup } from './forms-group.tsx'
import { FoundationsGroup } from './foundations-group.tsx'
import { LabelsGroup } from './labels-group.tsx'
import { NavigationGroup } from './navigation-group.tsx'
import { OverlaysGroup } from './overlays-group.tsx'
import { RowsGroup } from './rows-group.tsx'
import { TablesGroup } from './tables-group.tsx'

/** Every component in every state, live: what is shown here is what the screens are made of. */
export function ComponentsPage() {
  usePageTitle('Components')
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Components"
        subtitle="Everything the screens are made of, in every state. Try it with the keyboard, in both themes and on a narrow window."
        actions={<ThemeSwitch />}
      />
      <FoundationsGroup />
      <ActionsGroup />
      <FormsGroup />
      <ChoosingGroup />
      <NavigationGroup />
      <OverlaysGroup />
      <DetailsGroup />
      <FeedbackGroup />
      <LabelsGroup />
      <FiguresGroup />
      <ChartsGroup />
      <TablesGroup />
      <RowsGroup />
    </div>
  )
}
