import { Document, HeadingLevel, type IRunOptions, Packer, Paragraph, TextRun } from 'docx'
import { formatLongTime } from '#contract/rules/recording-time.ts'
import { printable } from '#contract/rules/words.ts'
import { isRightToLeft } from '../../../platform/pdf/bidi.ts'
import {
  digitalSourceType,
  type DocumentLine,
  type TranscriptDocument,
} from './transcript-document.ts'

/** Twentieths of a point. */
const paragraphSpacing = 120

export function docxFile({
  title,
  about,
  origin,
  lines,
  ifEmpty,
}: TranscriptDocument): Promise<Uint8Array> {
  const document = new Document({
    creator: '',
    lastModifiedBy: '',
    title,
    ...(origin && metadata(origin)),
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        children: [
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            ...getDirection(title),
            children: [run(title)],
          }),
          new Paragraph({
            spacing: { after: (origin ? 1 : 2) * paragraphSpacing },
            ...getDirection(about),
            children: [run(about, { color: '595959' })],
          }),
          ...(origin
            ? [
                new Paragraph({
                  spacing: { after: 2 * paragraphSpacing },
                  children: [new TextRun({ text: printable(origin.sentence), italics: true })],
                }),
              ]
            : []),
          ...(lines.length ? lines.map(paragraph) : [new Paragraph(ifEmpty)]),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

const metadata = ({ sentence, isByModel }: NonNullable<TranscriptDocument['origin']>) => ({
  description: printable(sentence),
  ...(isByModel && {
    keywords: 'AI-generated',
    customProperties: [{ name: 'DigitalSourceType', value: digitalSourceType }],
  }),
})

/** Word finds the direction of neither a paragraph nor a run by itself. */
const getDirection = (text: string) => ({ bidirectional: isRightToLeft(text) })

const run = (text: string, look: IRunOptions = {}) =>
  new TextRun({ ...look, text: printable(text), rightToLeft: isRightToLeft(text) })

const paragraph = ({ speaker, start, text }: DocumentLine) =>
  new Paragraph({
    spacing: { after: paragraphSpacing },
    ...getDirection(text),
    children: [
      ...(start === null ? [] : [run(`${formatLongTime(start)}  `, { color: '595959' })]),
      ...(speaker === null ? [] : [run(`${speaker}: `, { bold: true })]),
      run(text),
    ],
  })
