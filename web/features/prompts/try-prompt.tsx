import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Reply, RequestInput } from '#contract/endpoint.ts'
import {
  listTrialProviders,
  previewTemplate,
  tryTemplate,
} from '#contract/prompts/prompt-trials.ts'
import { providerName } from '#web/features/executions/execution-format.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { describeError, serverMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { inBraces } from '#web/ui/placeholders.ts'
import { Select } from '#web/ui/select.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { TextBlock } from './text-block.tsx'

type Trial = RequestInput<typeof previewTemplate>['body']
type Preview = Reply<typeof previewTemplate>
type Answer = Reply<typeof tryTemplate>
type Result = { of: Trial; preview?: Preview; answer?: Answer }

type TryPromptProps = {
  /** The prompts and their input; undefined until they are chosen. */
  trial: Trial | undefined
  /** The session of the input. */
  sessionId: string | undefined
  /** Whether the trial can be sent; shows why not. */
  validate?: () => Promise<boolean>
  onAnswer?: (executionId: string) => void
  /** The field for the prompts or their input. */
  children: ReactNode
  onCancel?: () => void
}

/** Tries prompts with a provider on what was said in a session: a preview, or the answer of a model. */
export function TryPrompt({
  trial,
  sessionId = '',
  validate,
  onAnswer,
  children,
  onCancel,
}: TryPromptProps) {
  const providers = useQuery({
    ...queryFor(listTrialProviders, { query: { sessionId } }),
    enabled: sessionId !== '',
  })
  const [chosen, choose] = useState<string>()
  const all = providers.data ?? []
  const provider = all.find(({ id, isActive }) => (chosen ? id === chosen : isActive))
  const [result, setResult] = useState<Result>()
  const { run, isPending, sent, error } = useApiMutation({
    mutationFn: async ({ of, isPreview }: { of: Trial; isPreview: boolean }, call) => {
      if (isPreview) return { of, preview: await call(previewTemplate, { body: of }) }
      return {
        of,
        answer: await call(tryTemplate, { body: { ...of, integrationId: provider?.id } }),
      }
    },
    onSuccess: (done: Result) => {
      setResult(done)
      if (done.answer) onAnswer?.(done.answer.executionId)
    },
  })
  const start = async (isPreview: boolean) => {
    if (trial && (!validate || (await validate()))) run({ of: trial, isPreview })
  }
  const [isPreviewing, isTrying] = [isPending && sent?.isPreview, isPending && !sent?.isPreview]
  const shown = error || isTrying ? undefined : result
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {children}
        <Field label="AI provider">
          {(control) => (
            <Select
              {...control}
              value={provider?.id}
              onValueChange={choose}
              placeholder={providers.isSuccess && !all.length ? 'No provider is set up' : 'Select'}
              disabled={!all.length}
              options={all.map((it) => ({
                value: it.id,
                label: `${providerName(it.provider)}${it.isActive ? ', active' : ''}`,
              }))}
            />
          )}
        </Field>
      </div>
      {provider?.blocked && <p className="mt-3 text-muted">{provider.blocked}</p>}
      {providers.error && (
        <Banner
          tone="amber"
          role="alert"
          className="mt-3"
          action={
            <Button variant="secondary" size="sm" onClick={() => void providers.refetch()}>
              Try again
            </Button>
          }
        >
          {serverMessage(providers.error, 'The providers could not be loaded.')}
        </Banner>
      )}
      {error && (
        <Banner tone="red" role="alert" className="mt-3">
          {describeError(error)}
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button variant="ghost" disabled={isPending} onClick={onCancel}>
            Cancel replay
          </Button>
        )}
        <Button
          variant="secondary"
          disabled={!trial || isTrying}
          isPending={isPreviewing}
          pendingLabel="Rendering..."
          onClick={() => void start(true)}
        >
          Preview
        </Button>
        <Button
          variant="secondary"
          disabled={!trial || isPreviewing || provider?.blocked !== null}
          isPending={isTrying}
          pendingLabel="Running..."
          onClick={() => void start(false)}
        >
          Try it
        </Button>
      </div>
      <div aria-live="polite" className="mt-4 flex flex-col gap-4 empty:hidden">
        {isTrying && (
          <p className="text-muted">This can take two minutes; the answer will appear here.</p>
        )}
        {shown && <StaleNotice of={shown.of} now={trial} />}
        {shown?.preview && <PreviewResult {...shown.preview} />}
        {shown?.answer && <AnswerResult {...shown.answer} />}
      </div>
    </>
  )
}

/** Warns that the result below is from earlier prompts, or for another session. */
function StaleNotice({ of, now }: { of: Trial; now: Trial | undefined }) {
  const isOther = (names: readonly string[]) =>
    names.some((name) => Reflect.get(of, name) !== (now && Reflect.get(now, name)))
  if (isOther(['sessionId']))
    return <p className="text-xs text-muted">This result is for another session.</p>
  if (!isOther(['systemPrompt', 'userPromptTemplate', 'templateVersionId'])) return null
  return <p className="text-xs text-muted">The prompts have changed since.</p>
}

/** Both prompts as they would be sent. */
const PreviewResult = ({ unknown, missing, systemPrompt, userPrompt }: Preview) => (
  <>
    <PlaceholderList tone="red" names={unknown} label="Unknown, left unchanged" />
    <MissingPlaceholders names={missing} />
    <TextBlock label="System prompt as sent">{systemPrompt}</TextBlock>
    <TextBlock label="User prompt as sent">{userPrompt}</TextBlock>
  </>
)

const AnswerResult = ({ executionTimeMs, tokensUsed, missing, processedText }: Answer) => (
  <>
    <Facts>
      <Fact name="Time">{formatCount(executionTimeMs)} ms</Fact>
      <Fact name="Tokens">{tokensUsed === null ? 'N/A' : formatCount(tokensUsed)}</Fact>
    </Facts>
    <MissingPlaceholders names={missing} />
    <TextBlock label="Answer">{processedText}</TextBlock>
  </>
)

type Names = { names: readonly string[] }

const MissingPlaceholders = ({ names }: Names) => (
  <PlaceholderList
    tone="amber"
    names={names}
    label="No value for this session, replaced with N/A"
  />
)

const PlaceholderList = ({ tone, label, names }: Names & { tone: Tone; label: string }) =>
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
