import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  listTemplateVersions,
  maxTemplateVersions,
  type Template,
  type TemplateVersion,
} from '#contract/prompts/prompts.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompareVersions } from './compare-versions.tsx'
import { VersionList } from './version-list.tsx'

type TemplateVersionsProps = {
  isOpen: boolean
  onClose: () => void
  template: Template | undefined
} & DraftActions

/** Actions on a draft, which open another dialog. */
type DraftActions = Pick<ComponentProps<typeof VersionList>, 'onUse' | 'onEdit'>

/** All versions of a template: compares any two, and restores one. */
export function TemplateVersions({ isOpen, onClose, template, ...on }: TemplateVersionsProps) {
  return (
    <Dialog
      isOpen={isOpen && template !== undefined}
      onClose={onClose}
      size="lg"
      title={`Versions of ${template?.name ?? 'a template'}`}
      description="Every edit is saved as a version. Past runs keep theirs."
    >
      {template && <Versions template={template} {...on} />}
    </Dialog>
  )
}

function Versions({ template, ...on }: { template: Template } & DraftActions) {
  const versions = useQuery(queryFor(listTemplateVersions, { params: { id: template.id } }))
  return (
    <ReadState
      read={versions}
      loading={<Skeleton className="h-48 w-full" />}
      failed="The versions could not be loaded"
      notRefreshed="The versions could not be refreshed."
    >
      {(all) => <Compared template={template} versions={all} {...on} />}
    </ReadState>
  )
}

type ComparedProps = { template: Template; versions: TemplateVersion[] } & DraftActions

function Compared({ template, versions, ...on }: ComparedProps) {
  // The versions that the user chose to compare.
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  const exists = (number: number | undefined) => versions.some((it) => it.number === number)
  const initial = defaultComparison(versions, template.versionNumber)
  const from = exists(older) ? older : initial.from
  const to = exists(newer) ? newer : initial.to
  return (
    <div className="flex flex-col gap-6">
      <VersionList
        template={template}
        versions={versions}
        onCompare={(number) => {
          // A draft would replace the current one.
          const isDraft = versions.some((it) => it.number === number && !it.isUsed)
          setOlder(isDraft ? template.versionNumber : number)
          setNewer(isDraft ? number : template.versionNumber)
        }}
        {...on}
      />
      {versions.length === maxTemplateVersions && (
        <p className="text-xs text-muted">The newest {maxTemplateVersions} are listed.</p>
      )}
      {from === undefined || to === undefined ? (
        <p className="text-muted">Only one version so far. Nothing to compare.</p>
      ) : (
        <CompareVersions
          templateId={template.id}
          versions={versions}
          from={from}
          to={to}
          onFrom={setOlder}
          onTo={setNewer}
        />
      )}
    </div>
  )
}

/** The current version and the newest draft, else the one before it. */
function defaultComparison(versions: readonly TemplateVersion[], current: number | undefined) {
  const draft = versions.find(({ isUsed }) => !isUsed)
  if (draft) return { from: current, to: draft.number }
  const before = versions.find(({ number }) => current !== undefined && number < current)
  return { from: before?.number, to: current }
}
