import { type Template, templateTypeLabel } from '#contract/prompts.ts'

/** What is asked before a template is made the active one, or a text of the active one is used for the first time. */
export function activationWords({ name, type, textNumber }: Template, number: number | undefined) {
  const transcripts = `the golden transcripts for ${templateTypeLabel[type].toLowerCase()} first`
  return number === undefined
    ? {
        title: `Activate ${name}?`,
        description: `Its prompts are checked on ${transcripts}, beside those that are active now.`,
        act: 'Activate template',
        allTheSame: 'Activate all the same',
        acting: 'Activating...',
        unchecked: 'The template can be activated without a check.',
        why: 'Why is it activated in spite of this?',
        sayWhy: 'Say why it is activated in spite of this',
      }
    : {
        title: `Use text ${number} of ${name}?`,
        description: `It is checked on ${transcripts}, beside text ${textNumber}, which is used now.`,
        act: 'Use this text',
        allTheSame: 'Use it all the same',
        acting: 'Saving...',
        unchecked: 'The text can be used without a check.',
        why: 'Why is it used in spite of this?',
        sayWhy: 'Say why it is used in spite of this',
      }
}
