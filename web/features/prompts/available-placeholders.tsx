import { Copy } from 'lucide-react'
import { type TemplateType, templateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { CopyButton, useCopyToClipboard } from '#web/ui/copy-button.tsx'
import { inBraces, type Placeholders } from '#web/ui/placeholders.ts'
import { groups } from './placeholder-names.ts'

type AvailablePlaceholdersProps = { names: Placeholders; type: TemplateType }

/** The placeholders by group, with usage examples (docs/product.md, "AI prompts"). */
export const AvailablePlaceholders = ({ names, type }: AvailablePlaceholdersProps) => (
  <Collapsible title="Available Placeholder Variables" summary="Click one to copy it">
    <p className="max-w-prose text-muted">
      Placeholders are mapped to real data: when a prompt runs, each is replaced with data about the
      session and its client, or N/A if there is none.
    </p>
    {groups.map(([group, members]) => (
      <section key={group} className="mt-5">
        <h3 className="mb-2 text-sm">{group}</h3>
        <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {members.map((name) => (
            <li key={name} className="min-w-0">
              <CopyPlaceholder name={name} {...names.explain(name)} />
            </li>
          ))}
        </ul>
      </section>
    ))}
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="mb-3 text-sm">Usage examples</h3>
      <ul className="flex flex-col gap-4">
        {sortTypes(type).map((it) => (
          <li key={it}>
            <div className="mb-1.5 flex items-center justify-between gap-3">
              <h4 className="text-xs">{templateTypeLabel[it]}</h4>
              <CopyButton
                isIcon
                text={usageExamples[it]}
                label={`Copy the example for ${templateTypeLabel[it]}`}
                failed={failed}
              />
            </div>
            <pre className="rounded-md border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
              {usageExamples[it]}
            </pre>
          </li>
        ))}
      </ul>
    </section>
  </Collapsible>
)

const failed = 'Failed to copy to clipboard'

/** Starts with the current type. */
const sortTypes = (type: TemplateType) => [
  type,
  ...templateType.options.filter((other) => other !== type),
]

type CopyPlaceholderProps = { name: string; what: string; now?: string }

function CopyPlaceholder({ name, what, now }: CopyPlaceholderProps) {
  const copy = useCopyToClipboard({ failed })
  return (
    <button
      type="button"
      onClick={() => void copy(inBraces(name))}
      className="group/copy flex min-h-11 w-full items-start gap-2 rounded-md px-2 py-1.5 text-left hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <code className="block font-mono text-xs break-all text-brand-ink">
          <span className="sr-only">Copy </span>
          {inBraces(name)}
        </code>
        <span className="block text-xs text-muted">{what}</span>
        {now !== undefined && (
          <span className="mt-0.5 line-clamp-2 text-xs break-words">
            <span className="text-muted">Now:</span> {now}
          </span>
        )}
      </span>
      <Copy
        aria-hidden
        size={14}
        className="mt-0.5 shrink-0 text-muted opacity-0 transition-opacity group-hover/copy:opacity-100 group-focus-visible/copy:opacity-100"
      />
    </button>
  )
}

/** A sample user prompt of each type. */
export const usageExamples: Record<TemplateType, string> = {
  diarization: `Turn this transcript into a conversation between {{firstName}} and the coach.
Session: {{sessionType}}, {{sessionDate}}

{{audioTranscript}}`,
  metric_extraction: `Read the values of week {{weekNumber}} from what was said.
The week before: {{previousWeekMetrics}}

{{sessionTranscript}}`,
  burnout_assessment: `Assess the risk of burnout of {{firstName}} in week {{currentWeekNumber}}.
Scores so far: {{burnoutTrend}}

{{weeklyData}}`,
  session_preparation: `Prepare the next session with {{firstName}} {{lastName}}.
Overdue: {{overdueAssignments}}

{{preparationContext}}`,
}
