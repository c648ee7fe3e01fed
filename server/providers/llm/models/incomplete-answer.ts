import { Rejected } from '../../../platform/jobs/errors.ts'

/** What keeps an answer from being one, in the same words whoever gives it. */
export const incompleteAnswer = {
  /** In the words of the service, where it has any. */
  refused: (label: string, words?: string) =>
    new Rejected('refused', words ? `${label} refuses: ${words}` : `${label} refuses to answer.`),
  filtered: (label: string) =>
    new Rejected('incomplete', `${label} broke the answer off: its content filter took offence.`),
  tooLong: (label: string) =>
    new Rejected(
      'incomplete',
      `The answer of ${label} was longer than it may be, and was cut off.`,
    ),
  tooMuchToRead: (label: string) =>
    new Rejected('too-long', `${label} cannot read as much as this at a time.`),
}
