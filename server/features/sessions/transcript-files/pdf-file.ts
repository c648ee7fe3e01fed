import { formatLongTime } from '#contract/rules/recording-time.ts'
import { renderPdf } from '../../../platform/pdf/pdf-document.ts'
import { drawParagraph } from '../../../platform/pdf/pdf-paragraph.ts'
import { digitalSourceType, type TranscriptDocument } from './transcript-document.ts'

/** Points. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'

const missingGlyphsNote =
  'Some characters cannot be shown in this PDF. The Word document and the text file include them.'

/** A note at the top says where characters were replaced. */
export const pdfFile = ({ title, about, origin, lines, ifEmpty }: TranscriptDocument) =>
  renderPdf(
    {
      ...{ margin, title },
      ...(origin && { subject: origin.sentence }),
      ...(origin?.isByModel && { keywords: 'AI-generated', xml: sourceTypeXml }),
    },
    ({ pdf, plain, bold, prepare }) => {
      let isComplete = true
      const toDrawn = (text: string) => {
        const drawn = prepare(text)
        isComplete &&= drawn.isComplete
        return drawn.text
      }
      const heading = {
        title: toDrawn(title),
        about: toDrawn(about),
        origin: toDrawn(origin?.sentence ?? ''),
      }
      const said = lines.map(({ speaker, start, text }) => ({
        ...{ start, speaker: speaker === null ? null : toDrawn(speaker), text: toDrawn(text) },
      }))
      const small = { size: 10, lineGap: 0 }
      const body = { size: 10.5, lineGap: 2 }
      const draw = (text: string) =>
        drawParagraph(pdf, small, [{ text, fonts: plain, color: muted }])
      drawParagraph(pdf, { size: 18, lineGap: 0 }, [
        { text: heading.title, fonts: bold, color: ink },
      ])
      draw(heading.about)
      if (heading.origin) {
        pdf.moveDown(0.5)
        draw(heading.origin)
      }
      pdf.moveDown(1.2)
      if (!isComplete) {
        draw(missingGlyphsNote)
        pdf.moveDown(1.2)
      }
      if (!lines.length) drawParagraph(pdf, body, [{ text: ifEmpty, fonts: plain, color: ink }])
      for (const { speaker, start, text } of said) {
        drawParagraph(pdf, body, [
          ...(start === null
            ? []
            : [{ text: `${formatLongTime(start)}  `, fonts: plain, color: muted }]),
          ...(speaker === null ? [] : [{ text: `${speaker}: `, fonts: bold, color: ink }]),
          // A continued line that ends with an empty text would be overwritten by the next one.
          ...(text === '' ? [] : [{ text, fonts: plain, color: ink }]),
        ])
        pdf.moveDown(0.5)
      }
    },
  )

const sourceTypeXml = `
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
  <Iptc4xmpExt:DigitalSourceType>${digitalSourceType}</Iptc4xmpExt:DigitalSourceType>
</rdf:Description>`
