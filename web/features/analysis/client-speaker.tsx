import { useId } from 'react'
import type { SessionAnalysis } from '#contract/analysis/analysis.ts'
import { updateSession } from '#contract/sessions/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Select } from '#web/ui/select.tsx'

type ClientSpeakerProps = { sessionId: string; analysis: SessionAnalysis }

/** Lets a person choose who speaks for the client, where the labels of a conversation do not say it. */
export function ClientSpeaker({ sessionId, analysis }: ClientSpeakerProps) {
  const { speakers, clientSpeaker } = analysis
  const id = useId()
  const { run, isPending } = useApiMutation({
    mutationFn: (speaker: string, call) =>
      call(updateSession, {
        params: { id: sessionId },
        query: { transcripts: 'omit' },
        body: { clientSpeaker: speaker },
      }),
    successToast: () => ({ title: 'Speaker saved' }),
    errorToast: 'Failed to save the speaker. Please try again.',
  })
  if (!speakers.length) return null
  return (
    <Banner tone={clientSpeaker === null ? 'amber' : 'neutral'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label id={`${id}-label`} htmlFor={id}>
          Who speaks for the client?
        </label>
        <div className="w-52">
          <Select
            id={id}
            disabled={isPending}
            value={clientSpeaker ?? undefined}
            placeholder="Select a speaker"
            onValueChange={run}
            options={speakers.map((value) => ({ value, label: value }))}
          />
        </div>
        {clientSpeaker === null && <span>Until then no value counts.</span>}
      </div>
    </Banner>
  )
}
