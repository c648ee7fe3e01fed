import { type Template, templateTypeLabel } from '#contract/prompts.ts'

/** The confirmation before a template becomes active, or a version of the active one is used for the first time. */
export function activationLabels(
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
        title: `Use version ${number} of ${name}?`,
        description: `It is checked against ${transcripts}, next to version ${versionNumber}, which is in use now.`,
        act: 'Use this version',
        allTheSame: 'Use it anyway',
        acting: 'Saving...',
        unchecked: 'You can use the version without a check.',
        why: 'Why use it anyway?',
        sayWhy: 'Give a reason for using it anyway',
      }
}
