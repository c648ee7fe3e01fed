import type { Reply } from '#contract/endpoint.ts'
import type { previewTemplate, tryTemplate } from '#contract/prompts/prompt-trials.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { inBraces } from '#web/ui/placeholders.ts'
import type { Tone } from '#web/ui/tone.ts'
import { TextBlock } from './text-block.tsx'

/** Both prompts as they would be sent. */
export const PreviewResult = ({ data }: { data: Reply<typeof previewTemplate> }) => (
  <div className="flex flex-col gap-4">
    <PlaceholderList tone="red" names={data.unknown} label="Unknown, left unchanged" />
    <PlaceholderList
      tone="amber"
      names={data.missing}
      label="No value for this session, replaced with N/A"
    />
    <TextBlock label="System prompt as sent">{data.systemPrompt}</TextBlock>
    <TextBlock label="User prompt as sent">{data.userPrompt}</TextBlock>
  </div>
)

/** The answer, with time and tokens. */
export const TrialResult = ({ data }: { data: Reply<typeof tryTemplate> }) => (
  <div className="flex flex-col gap-4">
    <Facts>
      <Fact name="Time">{formatCount(data.executionTimeMs)} ms</Fact>
      <Fact name="Tokens">{data.tokensUsed === null ? 'N/A' : formatCount(data.tokensUsed)}</Fact>
    </Facts>
    <PlaceholderList
      tone="amber"
      names={data.missing}
      label="No value for this session, replaced with N/A"
    />
    <TextBlock label="Answer">{data.processedText}</TextBlock>
  </div>
)

type PlaceholderListProps = { tone: Tone; label: string; names: readonly string[] }

const PlaceholderList = ({ tone, label, names }: PlaceholderListProps) =>
  names.length > 0 && (
    <div>
      <p className="mb-1 text-xs text-muted">{label}</p>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="min-w-0">
            <Badge tone={tone} className="max-w-full font-mono break-all whitespace-normal">
              {inBraces(name)}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  )
