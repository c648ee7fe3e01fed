import {
  type Template,
  type TemplateVersion,
  restoreTemplateVersion,
} from '#contract/prompts/prompts.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useApiMutation, type ApiMutationOptions } from '#web/form/use-api-mutation.ts'

type VersionListProps = {
  template: Template
  versions: readonly TemplateVersion[]
  onCompare: (number: number) => void
  /** Versions of the active template need a confirmation before their first use. */
  onUse: (number: number) => void
  onEdit: (number: number) => void
}

/** Newest first. */
export function VersionList({ template, versions, onCompare, onUse, onEdit }: VersionListProps) {
  const restore = useRestore(template.id)
  const present = template.versionNumber
  return (
    <section
      aria-label="Versions"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative max-h-72 overflow-y-auto rounded-md border border-line focus-visible:-outline-offset-2"
    >
      <ol className="divide-y divide-line">
        {versions.map(({ id, number, version, authorName, createdAt, isUsed }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold break-words">
                  {formatVersionLabel({ number, version })}
                </span>
                {number === present && <Badge tone="green">Current</Badge>}
                {!isUsed && <Badge tone="amber">Not used yet</Badge>}
              </p>
              <p className="text-xs text-muted">
                {authorName ?? 'Unknown author'} ·{' '}
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
            </div>
            {number !== present && present !== undefined && (
              <div className="flex flex-wrap gap-2">
                <Button variant="ghost" size="sm" onClick={() => onCompare(number)}>
                  Compare<span className="sr-only"> version {number} with the current one</span>
                </Button>
                {!isUsed && (
                  <Button variant="ghost" size="sm" onClick={() => onEdit(number)}>
                    Edit<span className="sr-only"> version {number}</span>
                  </Button>
                )}
                <Button
                  variant="secondary"
                  size="sm"
                  isPending={restore.isPending && restore.sent?.number === number}
                  pendingLabel={isUsed ? 'Restoring...' : 'Saving...'}
                  disabled={restore.isPending}
                  onClick={() => {
                    if (!isUsed && template.isActive) onUse(number)
                    else restore.run({ number, from: present })
                  }}
                >
                  {isUsed ? 'Restore' : 'Use'}
                  <span className="sr-only"> version {number}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** 'Version 3 (beta)', 'Version 1' */
export const formatVersionLabel = ({
  number,
  version,
}: Pick<TemplateVersion, 'number' | 'version'>) =>
  version === String(number) ? `Version ${number}` : `Version ${number} (${version})`

/** The version to restore, and the current one to undo that. */
type Restoration = { number: number; from: number }

/** Restores an older version as a new one; its toast offers an undo. */
function useRestore(id: string) {
  const write: ApiMutationOptions<Restoration, unknown>['mutationFn'] = ({ number }, call) =>
    call(restoreTemplateVersion, { params: { id, number }, body: {} })
  const failed = 'Failed to update AI prompt template'
  const forward = useApiMutation<Restoration>({
    mutationFn: write,
    successToast: (_, { number }) => ({ title: `Version ${number} restored` }),
    errorToast: failed,
  })
  return useApiMutation<Restoration>({
    mutationFn: write,
    successToast: (_, { number, from }) => ({
      title: `Version ${number} restored`,
      action: { label: 'Undo', onPress: () => forward.run({ number: from, from: number }) },
    }),
    errorToast: failed,
  })
}
