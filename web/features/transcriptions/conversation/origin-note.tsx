import { type ConversationOrigin, describeOrigin } from '#contract/sessions/conversation-origin.ts'
import { formatDate } from '#web/lib/dates.ts'

/** Says that a machine made the conversation, and who checked it. */
export const OriginNote = ({ origin }: { origin: ConversationOrigin }) =>
  origin && <p className="max-w-prose text-sm text-muted">{describeOrigin(origin, formatDate)}</p>
