import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import { formatLongTime } from '#contract/recording-time.ts'
import { printable, type DocumentLine, type TranscriptDocument } from './transcript-document.ts'

/** Twentieths of a point. */
const paragraphSpacing = 120

export function docxFile({
  title,
  about,
  lines,
  ifEmpty,
}: TranscriptDocument): Promise<Uint8Array> {
  const document = new Document({
    creator: '',
    lastModifiedBy: '',
    title,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        children: [
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            children: [new TextRun(printable(title))],
          }),
          new Paragraph({
            spacing: { after: 2 * paragraphSpacing },
            children: [new TextRun({ text: printable(about), color: '595959' })],
          }),
          ...(lines.length ? lines.map(paragraph) : [new Paragraph(ifEmpty)]),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

const paragraph = ({ speaker, start, text }: DocumentLine) =>
  new Paragraph({
    spacing: { after: paragraphSpacing },
    children: [
      ...(start === null
        ? []
        : [new TextRun({ text: `${formatLongTime(start)}  `, color: '595959' })]),
      ...(speaker === null ? [] : [new TextRun({ text: `${printable(speaker)}: `, bold: true })]),
      new TextRun(printable(text)),
    ],
  })
