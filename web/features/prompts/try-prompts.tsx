import { useWatch } from 'react-hook-form'
import { maxTrialSessions } from '#contract/prompts/prompt-trials.ts'
import { describeError, serverMessage } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { TemplateFields } from './template-schema.ts'
import { TrialResult, PreviewResult } from './trial-results.tsx'
import type { SessionToTryState } from './use-session-to-try.ts'
import { type TrialInput, useTrial } from './use-trial.ts'

/** Tries the unsaved prompts on a real session: a preview, or the answer of a model. */
export function TryPrompts({ session }: { session: SessionToTryState }) {
  const { chosen, choose, found, values, blocked } = session
  const trial = useTrial(chosen?.value)
  const { previewed, answered, failure } = trial
  const shown = previewed ?? answered
  return (
    <section aria-labelledby="try-prompts" className="mt-4 border-t border-line pt-4">
      <h3 id="try-prompts" className="text-sm">
        Try on a session
      </h3>
      <p className="mb-3 text-xs text-muted">
        Shows the {maxTrialSessions} most recent sessions with a transcript; type a name to find
        others. Each placeholder then shows its value for the session. Nothing is saved to the
        session.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Session" className="min-w-0 flex-1 basis-72">
          {(control) => (
            <Combobox
              {...control}
              // Enter must not submit the surrounding form.
              form=""
              things="Session"
              chosen={chosen}
              onChoose={choose}
              found={found}
              placeholder="Client’s name or email"
            />
          )}
        </Field>
        <Button
          variant="secondary"
          disabled={!chosen}
          isPending={trial.isPreviewing}
          pendingLabel="Rendering..."
          onClick={() => trial.start('preview')}
        >
          Preview
        </Button>
        <Button
          variant="secondary"
          disabled={!chosen || blocked !== null}
          isPending={trial.isTrying}
          pendingLabel="Running..."
          onClick={() => trial.start('trial')}
        >
          Try it
        </Button>
      </div>
      {blocked && <p className="mt-3 text-muted">{blocked}</p>}
      {values.error && (
        <Banner tone="amber" role="alert" className="mt-3">
          {serverMessage(values.error, 'The values of this session could not be loaded.')}
        </Banner>
      )}
      {failure && (
        <Banner tone="red" role="alert" className="mt-3">
          {describeError(failure)}
        </Banner>
      )}
      <div aria-live="polite" className="mt-4 flex flex-col gap-4">
        {trial.isTrying && (
          <p className="text-muted">
            This can take two minutes. You can keep typing; the answer will appear here.
          </p>
        )}
        {shown && <StaleNotice of={shown.of} sessionId={chosen?.value} />}
        {previewed && <PreviewResult data={previewed.data} />}
        {answered && <TrialResult data={answered.data} />}
      </div>
    </section>
  )
}

/** Warns that the result below is from earlier prompts. */
function StaleNotice({ of, sessionId }: { of: TrialInput; sessionId: string | undefined }) {
  const [system, user] = useWatch<TemplateFields, ['systemPrompt', 'userPromptTemplate']>({
    name: ['systemPrompt', 'userPromptTemplate'],
  })
  if (sessionId !== of.sessionId)
    return <p className="text-xs text-muted">This result is for another session.</p>
  if (system === of.systemPrompt && user === of.userPromptTemplate) return null
  return <p className="text-xs text-muted">The prompts have changed since.</p>
}
