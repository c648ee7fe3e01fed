import { type Template, templateTypeLabel } from '#contract/prompts.ts'

/** What is asked before a template is made the active one, or a text of the active one is used for the first time. */
export function activationWords(
  { name, type, versionNumber }: Template,
  number: number | undefined,
) {
  const transcripts = `the golden transcripts for ${templateTypeLabel[type].toLowerCase()} first`
  return number === undefined
    ? {
        title: `Activate ${name}?`,
        description: `Its prompts are checked against ${transcripts}, next to the active ones.`,
        act: 'Activate template',
        allTheSame: 'Activate anyway',
        acting: 'Activating...',
        unchecked: 'You can activate the template without a check.',
        why: 'Why activate it anyway?',
        sayWhy: 'Give a reason for activating it anyway',
      }
    : {
        title: `Use text ${number} of ${name}?`,
        description: `It is checked on ${transcripts}, beside text ${versionNumber}, which is used now.`,
        act: 'Use this text',
        allTheSame: 'Use it all the same',
        acting: 'Saving...',
        unchecked: 'You can use the version without a check.',
        why: 'Why use it anyway?',
        sayWhy: 'Give a reason for using it anyway',
      }
}
