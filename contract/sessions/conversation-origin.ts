import { z } from 'zod'

/** What made a conversation; null: people wrote it, or there is none. */
export const conversationOrigin = z
  .object({
    /** `rules`: arranged without a model. */
    madeBy: z.enum(['rules', 'model']),
    /** Name of the model, or of its provider. */
    model: z.string().nullable(),
    /** When a person edited or confirmed the text; null: nobody has. */
    checkedAt: z.string().nullable(),
    /** Null where nobody has, or the account was deleted. */
    checkedBy: z.string().nullable(),
  })
  .nullable()
export type ConversationOrigin = z.infer<typeof conversationOrigin>

type Origin = NonNullable<ConversationOrigin>

/** The sentence that goes with every copy of a conversation made by a machine (EU AI Act, Article 50). */
export const describeOrigin = (origin: Origin, formatDate: (instant: string) => string) =>
  `${describeMaker(origin)}; ${describeCheck(origin, formatDate)}.`

const describeMaker = ({ madeBy, model }: Origin) =>
  madeBy === 'rules'
    ? 'Arranged by rules, without AI, from the transcript'
    : `${writtenByAi(model)} from the transcript`

const describeCheck = ({ checkedAt, checkedBy }: Origin, formatDate: (instant: string) => string) =>
  checkedAt === null
    ? 'not yet checked by a person'
    : `checked by ${checkedBy ?? 'a former user'} on ${formatDate(checkedAt)}`

export const writtenByAi = (model: string | null) => `Written by AI${model ? ` (${model})` : ''}`
