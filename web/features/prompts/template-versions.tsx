import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listTemplateVersions,
  mostTemplateVersions,
  type Template,
  type TemplateVersion,
} from '#contract/prompts.ts'
import { read } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CompareVersions } from './compare-versions.tsx'
import { VersionList } from './version-list.tsx'

type TemplateVersionsProps = {
  isOpen: boolean
  onClose: () => void
  template: Template | undefined
}

/** All texts that a template had, what changed between two, and the way back to one. */
export function TemplateVersions({ isOpen, onClose, template }: TemplateVersionsProps) {
  return (
    <Dialog
      isOpen={isOpen && template !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="lg"
      title={`Versions of ${template?.name ?? 'a template'}`}
      description="Each change of the prompts is a text of its own. What ran with an older one keeps it."
    >
      {template && <Versions template={template} />}
    </Dialog>
  )
}

function Versions({ template }: { template: Template }) {
  const versions = useQuery(read(listTemplateVersions, { params: { id: template.id } }))
  return (
    <ReadState
      read={versions}
      loading={<Skeleton className="h-48 w-full" />}
      failed="The versions could not be loaded"
      notRefreshed="The versions could not be refreshed."
    >
      {(all) => <Compared template={template} versions={all} />}
    </ReadState>
  )
}

type ComparedProps = { template: Template; versions: TemplateVersion[] }

function Compared({ template, versions }: ComparedProps) {
  // Which two: where none are chosen, the present one and the one before it.
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState<number>()
  const [latest, previous] = versions
  const hasOf = (number: number | undefined) => versions.some((it) => it.number === number)
  const from = hasOf(older) ? older : previous?.number
  const to = hasOf(newer) ? newer : latest?.number
  return (
    <div className="flex flex-col gap-6">
      <VersionList
        template={template}
        versions={versions}
        onCompare={(number) => {
          setOlder(number)
          setNewer(undefined)
        }}
      />
      {versions.length === mostTemplateVersions && (
        <p className="text-xs text-muted">The newest {mostTemplateVersions} are listed.</p>
      )}
      {from === undefined || to === undefined ? (
        <p className="text-muted">There is only one text yet, so nothing to compare.</p>
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
