import {
  messageKind,
  messageKinds,
  type MessageKind,
  type MessageStatus,
  messageStatus,
} from '#contract/messages.ts'
import { ChoiceField } from '#web/parts/filter-fields.tsx'
import { ActiveFilters } from '#web/ui/active-filters.tsx'
import { statusLabels } from './message-labels.ts'

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
      <div className="mb-4 grid print:hidden max-w-2xl grid-cols-2 gap-3 max-md:grid-cols-1">
        <ChoiceField
          label="Status"
          all="All"
          value={status}
          options={messageStatus.options.map((value) => ({
            value,
            label: statusLabels[value].label,
          }))}
          onValue={(chosen) => onFilter({ status: chosen })}
        />
        <ChoiceField
          label="Message"
          all="All messages"
          value={kind}
          options={messageKind.options.map((value) => ({
            value,
            label: messageKinds[value].label,
          }))}
          onValue={(chosen) => onFilter({ kind: chosen })}
        />
      </div>
      <ActiveFilters
        filters={[
          {
            name: 'Status',
            value: status && statusLabels[status].label,
            onLift: () => onFilter({ status: '' }),
          },
          {
            name: 'Message',
            value: kind && messageKinds[kind].label,
            onLift: () => onFilter({ kind: '' }),
          },
        ]}
        onClear={onClear}
      />
    </>
  )
}
