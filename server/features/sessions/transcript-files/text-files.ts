import { formatCueTime, formatLongTime } from '#contract/rules/recording-time.ts'
import { oneLine } from '#contract/rules/words.ts'
import type { TranscriptDocument } from './transcript-document.ts'

export function textFile({ title, about, origin, lines, ifEmpty }: TranscriptDocument) {
  const said = lines.map(({ speaker, start, text }) =>
    [
      start === null ? '' : `[${formatLongTime(start)}] `,
      speaker === null ? '' : `${speaker}: `,
      text,
    ].join(''),
  )
  const header = [...(origin ? [oneLine(origin.sentence)] : []), title, about, '']
  return `${[...header, ...(said.length ? said : [ifEmpty])].join('\n')}\n`
}

/** Seconds for which a line with an unknown end is shown. */
const defaultSeconds = 4

/** WebVTT: a cue for each line with a time, with its speaker as the voice. */
export function vttFile({ origin, lines }: TranscriptDocument) {
  const timed = lines.flatMap((line) =>
    line.start === null ? [] : [{ ...line, start: line.start }],
  )
  const cues = timed.map(({ speaker, start, end, text }, index) => {
    const until = Math.max(end ?? timed[index + 1]?.start ?? start + defaultSeconds, start + 0.1)
    // A trailing space keeps a name that ends in `-` from forming an arrow.
    const voice = speaker === null ? '' : `<v ${escaped(speaker).replace(/-$/, '- ')}>`
    return `${formatCueTime(start)} --> ${formatCueTime(until)}\n${voice}${escaped(text)}\n`
  })
  const note = origin ? [`NOTE ${escaped(origin.sentence)}\n`] : []
  return ['WEBVTT\n', ...note, ...cues].join('\n')
}

/** Neither a tag nor the end of a cue: `-->` has its own meaning in the format. */
const escaped = (text: string) =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
