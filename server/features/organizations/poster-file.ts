import { invitationSentences } from '#contract/organizations/onboarding-link.ts'
import { qrModules } from '#contract/rules/qr-modules.ts'
import { renderPdf } from '../../platform/pdf/pdf-document.ts'
import { drawParagraph } from '../../platform/pdf/pdf-paragraph.ts'

type Poster = {
  brandName: string
  organizationName: string
  /** The onboarding link. */
  address: string
}

/** Points. */
const margin = 64
const codeSide = 260
const ink = '#000000'

/** One page in A4, black on white, without personal data. */
export const posterPdf = ({ brandName, organizationName, address }: Poster) =>
  renderPdf({ margin, title: `${brandName} poster` }, ({ pdf, plain, bold, prepare }) => {
    const draw = (text: string, size: number, fonts = plain) =>
      drawParagraph(pdf, { size, lineGap: size / 5 }, [{ text, fonts, color: ink }])
    const name = prepare(organizationName)
    draw(prepare(brandName).text, 18, bold)
    pdf.moveDown(2)
    draw('Your personal coach', 36, bold)
    pdf.moveDown(0.4)
    for (const sentence of invitationSentences(name.isComplete ? name.text : 'Your employer')) {
      draw(sentence, 18)
      pdf.moveDown(0.4)
    }
    const { path, size } = qrModules(address)
    // Its light border stands beyond the margin.
    const border = (4 * codeSide) / size
    const top = pdf.page.height - margin - codeSide - 76
    pdf
      .save()
      .translate(margin - border, top)
      .scale(codeSide / size)
      .path(path)
      .fill(ink)
      .restore()
    pdf.x = margin
    pdf.y = top + codeSide
    draw('Scan the code with your phone, or open this address:', 14, bold)
    pdf
      .font(plain[0]?.file ?? 'Helvetica')
      .fontSize(11)
      .fillColor(ink)
      .text(address, { link: address })
  })
