import {
  messageKind,
  messageKinds,
  type MessageKind,
  type MessageStatus,
  messageStatus,
} from '#contract/messages.ts'
import { Field } from '#web/ui/field.tsx'
import { FiltersInForce } from '#web/ui/filters-in-force.tsx'
import { Select } from '#web/ui/select.tsx'
import { statusWords } from './message-words.ts'

export type MessageFilter = { status?: MessageStatus | undefined; kind?: MessageKind | undefined }

type MessageFiltersProps = {
  filter: MessageFilter
  onFilter: (changes: { status?: string; kind?: string }) => void
  onClear: () => void
}

export const MessageFilters = ({ filter, onFilter, onClear }: MessageFiltersProps) => {
  const { status = '', kind = '' } = filter
  return (
    <>
      <div className="mb-4 grid max-w-2xl grid-cols-2 gap-3 max-md:grid-cols-1">
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              value={status}
              onValueChange={(chosen) => onFilter({ status: chosen })}
              options={[
                { value: '', label: 'All' },
                ...messageStatus.options.map((value) => ({
                  value,
                  label: statusWords[value].label,
                })),
              ]}
            />
          )}
        </Field>
        <Field label="Message">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onValueChange={(chosen) => onFilter({ kind: chosen })}
              options={[
                { value: '', label: 'All messages' },
                ...messageKind.options.map((value) => ({
                  value,
                  label: messageKinds[value].label,
                })),
              ]}
            />
          )}
        </Field>
      </div>
      <FiltersInForce
        filters={[
          ...(status
            ? [
                {
                  ...{ name: 'Status', value: statusWords[status].label },
                  onLift: () => onFilter({ status: '' }),
                },
              ]
            : []),
          ...(kind
            ? [
                {
                  ...{ name: 'Message', value: messageKinds[kind].label },
                  onLift: () => onFilter({ kind: '' }),
                },
              ]
            : []),
        ]}
        onClear={onClear}
      />
    </>
  )
}
