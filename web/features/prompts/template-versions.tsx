import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  listTemplateVersions,
  maxTemplateVersions,
  type Template,
  type TemplateVersion,
} from '#contract/prompts.ts'
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
} & WaitingProps

/** What is done to a text that is not used yet, and asks for another dialog. */
type WaitingProps = Pick<ComponentProps<typeof VersionList>, 'onUse' | 'onEdit'>

/** All texts that a template had, what changed between two, and the way back to one. */
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

function Versions({ template, ...on }: { template: Template } & WaitingProps) {
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

type ComparedProps = { template: Template; versions: TemplateVersion[] } & WaitingProps

function Compared({ template, versions, ...on }: ComparedProps) {
  // Which two, where one has chosen.
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  const hasOf = (number: number | undefined) => versions.some((it) => it.number === number)
  const usual = defaultComparison(versions, template.versionNumber)
  const from = hasOf(older) ? older : usual.from
  const to = hasOf(newer) ? newer : usual.to
  return (
    <div className="flex flex-col gap-6">
      <VersionList
        template={template}
        versions={versions}
        onCompare={(number) => {
          // What waits is what the present one would become.
          const isWaiting = versions.some((it) => it.number === number && !it.isUsed)
          setOlder(isWaiting ? template.versionNumber : number)
          setNewer(isWaiting ? number : template.versionNumber)
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

/** The present text and the newest that waits to be used, or the present one and the one before it. */
function defaultComparison(versions: readonly TemplateVersion[], present: number | undefined) {
  const waiting = versions.find(({ isUsed }) => !isUsed)
  if (waiting) return { from: present, to: waiting.number }
  const before = versions.find(({ number }) => present !== undefined && number < present)
  return { from: before?.number, to: present }
}
