import { cueClock, longClock } from '#contract/recording-time.ts'
import { oneLine } from '#contract/words.ts'
import type { TranscriptDocument } from './transcript-document.ts'

/** As text: a heading, then a line for each that was said. */
export function textFile({ title, about, lines, ifEmpty }: TranscriptDocument) {
  const said = lines.map(({ speaker, start, text }) =>
    [
      start === null ? '' : `[${longClock(start)}] `,
      speaker === null ? '' : `${speaker}: `,
      text,
    ].join(''),
  )
  return `${[title, about, '', ...(said.length ? said : [ifEmpty])].join('\n')}\n`
}

/** Seconds for which a line is shown whose end nobody knows. */
const usualSeconds = 4

/** As subtitles (WebVTT): each line that has a time is a cue, with its speaker as the voice. */
export function vttFile({ lines }: TranscriptDocument) {
  const timed = lines.flatMap((line) =>
    line.start === null ? [] : [{ ...line, start: line.start }],
  )
  const cues = timed.map(({ speaker, start, end, text }, index) => {
    const until = Math.max(end ?? timed[index + 1]?.start ?? start + usualSeconds, start + 0.1)
    // A space at the end of a name is none; without it the name `--` would end in an arrow.
    const voice = speaker === null ? '' : `<v ${escaped(speaker).replace(/-$/, '- ')}>`
    return `${cueClock(start)} --> ${cueClock(until)}\n${voice}${escaped(text)}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** Neither a tag nor the end of a cue: `-->` has its own meaning in the format. */
const escaped = (text: string) =>
  oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
