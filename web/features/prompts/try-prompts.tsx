import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { previewTemplate, tryTemplate } from '#contract/prompt-trials.ts'
import { useWrite } from '#web/form/use-write.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { TemplateFields } from './template-schema.ts'
import { Answered, Previewed } from './trial-results.tsx'
import { areMany, type SessionToTryState } from './use-session-to-try.ts'

type Prompts = Pick<TemplateFields, 'systemPrompt' | 'userPromptTemplate'>

/** What is typed, on a real session before it is saved: as a model would get it, and what it answers. */
export function TryPrompts({ session }: { session: SessionToTryState }) {
  const { getValues, trigger } = useFormContext<TemplateFields>()
  const [last, setLast] = useState<'preview' | 'trial'>()
  const preview = useWrite({
    write: (of: Prompts & { sessionId: string }, call) => call(previewTemplate, { body: of }),
    onSuccess: (data, { sessionId: _session, ...of }) => setPreviewed({ data, of }),
  })
  const [previewed, setPreviewed] = useState<Of<Parameters<typeof Previewed>[0]['data']>>()
  const trial = useWrite({
    write: (of: Prompts & { sessionId: string }, call) => {
      const { type, name } = getValues()
      return call(tryTemplate, { body: { ...of, type, name: name.trim().slice(0, 200) } })
    },
    onSuccess: (data, { sessionId: _session, ...of }) => setAnswered({ data, of }),
  })
  const [answered, setAnswered] = useState<Of<Parameters<typeof Answered>[0]['data']>>()
  async function start(which: 'preview' | 'trial') {
    const { systemPrompt, userPromptTemplate } = getValues()
    const isEmpty = !systemPrompt.trim() || !userPromptTemplate.trim()
    if (isEmpty) {
      await trigger(['systemPrompt', 'userPromptTemplate'], { shouldFocus: true })
      return
    }
    setLast(which)
    const sent = { systemPrompt, userPromptTemplate, sessionId: session.chosen?.value ?? '' }
    if (which === 'preview') preview.run(sent)
    else trial.run(sent)
  }
  const { chosen } = session
  const failure = last === 'preview' ? preview.error : last === 'trial' ? trial.error : null
  return (
    <section aria-labelledby="try-prompts" className="mt-4 border-t border-line pt-4">
      <h3 id="try-prompts" className="text-sm">
        Try on a session
      </h3>
      <p className="mb-3 text-xs text-muted">
        What each placeholder is for it shows beside its name. Nothing is saved to the session.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Session"
          className="min-w-0 flex-1 basis-72"
          {...(areMany(session.found) && {
            hint: 'The latest twenty. Type a name to find others.',
          })}
        >
          {(control) => (
            <Combobox
              {...control}
              things="Session"
              chosen={chosen}
              onChoose={session.choose}
              found={session.found}
              placeholder="Client’s name or e-mail"
            />
          )}
        </Field>
        <Button
          variant="secondary"
          disabled={!chosen}
          isPending={preview.isPending}
          pendingLabel="Rendering..."
          onClick={() => void start('preview')}
        >
          Preview
        </Button>
        <Button
          variant="secondary"
          disabled={!chosen}
          isPending={trial.isPending}
          pendingLabel="Running..."
          onClick={() => void start('trial')}
        >
          Try it
        </Button>
      </div>
      {session.values.error && (
        <Banner tone="amber" role="alert" className="mt-3">
          {sentenceOf(session.values.error, 'The values of this session could not be loaded.')}
        </Banner>
      )}
      {failure && (
        <Banner tone="red" role="alert" className="mt-3">
          {sentenceOf(failure, 'The server cannot be reached. Nothing is lost.')}
        </Banner>
      )}
      <div aria-live="polite" className="flex flex-col gap-4">
        {last === 'preview' && !failure && previewed && (
          <>
            <Older of={previewed.of} />
            <Previewed data={previewed.data} />
          </>
        )}
        {last === 'trial' && !failure && answered && (
          <>
            <Older of={answered.of} />
            <Answered data={answered.data} />
          </>
        )}
      </div>
    </section>
  )
}

type Of<Data> = { data: Data; of: Prompts }

/** What stands below was made of other words than those that stand in the fields by now. */
function Older({ of }: { of: Prompts }) {
  const [system, user] = useWatch<TemplateFields, ['systemPrompt', 'userPromptTemplate']>({
    name: ['systemPrompt', 'userPromptTemplate'],
  })
  if (system === of.systemPrompt && user === of.userPromptTemplate) return null
  return <p className="text-xs text-muted">The prompts have changed since.</p>
}
