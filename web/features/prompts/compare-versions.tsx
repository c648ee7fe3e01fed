import { useQuery } from '@tanstack/react-query'
import { readTemplateVersion, type TemplateVersion } from '#contract/prompts/prompts.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextDiff } from '#web/ui/text-diff.tsx'
import { formatVersionLabel } from './version-list.tsx'

type CompareVersionsProps = {
  templateId: string
  versions: readonly TemplateVersion[]
  from: number
  to: number
  onFrom: (number: number) => void
  onTo: (number: number) => void
}

/** The differences between two versions of a template. */
export function CompareVersions(props: CompareVersionsProps) {
  const { templateId: id, versions, from, to, onFrom, onTo } = props
  const options = versions.map((it) => ({
    value: String(it.number),
    label: formatVersionLabel(it),
  }))
  const versionQuery = (number: number) =>
    queryFor(readTemplateVersion, { params: { id, number: String(number) } })
  const [before, after] = [useQuery(versionQuery(from)), useQuery(versionQuery(to))]
  return (
    <section aria-labelledby="compare-versions">
      <h3 id="compare-versions" className="mb-3 text-sm">
        Changes{' '}
      </h3>
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <Field label="From">
          {(control) => (
            <Select
              {...control}
              value={String(from)}
              onValueChange={(next) => onFrom(Number(next))}
              options={options}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Select
              {...control}
              value={String(to)}
              onValueChange={(next) => onTo(Number(next))}
              options={options}
            />
          )}
        </Field>
      </div>
      <ReadState
        read={before}
        loading={<Skeleton className="h-32 w-full" />}
        failed="The version could not be loaded"
      >
        {(older) => (
          <ReadState
            read={after}
            loading={<Skeleton className="h-32 w-full" />}
            failed="The version could not be loaded"
          >
            {(newer) => (
              <div className="flex flex-col gap-4">
                <TextDiff
                  label="System prompt"
                  before={older.systemPrompt}
                  after={newer.systemPrompt}
                />
                <TextDiff
                  label="User prompt template"
                  before={older.userPromptTemplate}
                  after={newer.userPromptTemplate}
                />
              </div>
            )}
          </ReadState>
        )}
      </ReadState>
    </section>
  )
}
