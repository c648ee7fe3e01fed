import type { Certificate } from '#contract/erasures.ts'
import { pdfFile } from '../sessions/transcript-files/pdf-file.ts'
import type { DocumentLine } from '../sessions/transcript-files/transcript-document.ts'

/** The certificate as a PDF. Times are in UTC. */
export const certificatePdf = (certificate: Certificate) =>
  pdfFile({
    title: 'Certificate of erasure',
    about: `${certificate.installation} · ${certificate.erasureId}`,
    origin: null,
    lines: linesOf(certificate),
    ifEmpty: '',
  })

function linesOf(it: Certificate): DocumentLine[] {
  const people = it.people === 1 ? '1 person' : `${it.people} people (with family members)`
  const storedFiles = it.search.storedFiles.map(({ storage, count }) => `${count} in ${storage}`)
  return [
    line('Erased', people),
    line('SHA-256 of the email', it.emailSha256 ?? 'none, the person had no account'),
    line('Requested', `${time(it.requestedAt)} by ${it.requestedBy ?? 'a deleted account'}`),
    line('Confirmed', `${time(it.confirmedAt)} by ${it.confirmedBy ?? 'a deleted account'}`),
    line('Finished', time(it.finishedAt)),
    line('Deleted rows of the database', format(it.deletedRows)),
    line('Rows that remain without the person', format(it.anonymizedRows)),
    line('Deleted files of recordings', it.files.length ? String(it.files.length) : 'none'),
    ...it.files.map(({ storage, bytes, sha256 }) =>
      line(
        null,
        sha256
          ? `${storage}, ${bytes} bytes, SHA-256 ${sha256}`
          : `${storage}, was missing or incomplete`,
      ),
    ),
    line(
      'Deleted copies at transcription services',
      it.externalCopies.map(({ provider, count }) => `${provider} ${count}`).join(', ') || 'none',
    ),
    line(
      'Services that had received data',
      it.sentTo.map(({ provider, purpose }) => `${provider} (${purpose})`).join(', ') || 'none',
    ),
    line(
      'Search at the end',
      `Ids and email were not found in ${it.search.tables} tables, ${it.search.files} files on the server, and the names of stored recordings (${storedFiles.join(', ') || 'none'}).`,
    ),
    ...(it.search.sameName.length
      ? [line('The full name occurs in', `${format(it.search.sameName)}. It may be someone else.`)]
      : []),
    line('What remains', null),
    ...it.remains.map((sentence) => line(null, sentence)),
  ]
}

const line = (speaker: string | null, text: string | null): DocumentLine => ({
  ...{ speaker, start: null, end: null, text: text ?? '' },
})
const time = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`
const format = (counts: Certificate['deletedRows']) =>
  counts.map(({ what, count }) => `${what} ${count}`).join(', ') || 'none'
