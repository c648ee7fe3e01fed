import type { Certificate } from '#contract/erasures/erasures.ts'
import { pdfFile } from '../sessions/transcript-files/pdf-file.ts'
import type { DocumentLine } from '../sessions/transcript-files/transcript-document.ts'
import { getServiceName } from './list-services.ts'

/** The certificate as a PDF. Times are in UTC. */
export const certificatePdf = (certificate: Certificate) =>
  pdfFile({
    title: 'Certificate of erasure',
    about: `${certificate.installation} · ${certificate.erasureId}`,
    origin: null,
    lines: formatLines(certificate),
    ifEmpty: '',
  })

function formatLines(it: Certificate): DocumentLine[] {
  const people = it.people === 1 ? '1 person' : `${it.people} people (with family members)`
  return [
    line('Erased', people),
    ...(it.keptAccount === null ? [] : [line('Account', it.keptAccount)]),
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
          ? `${getServiceName(storage)}, ${bytes} bytes, SHA-256 ${sha256}`
          : `${getServiceName(storage)}, was missing or incomplete`,
      ),
    ),
    line('Services outside', it.services.length ? null : 'none received anything'),
    ...it.services.map((service) => line(null, describeService(service))),
    line('Search at the end', describeSearch(it)),
    ...(it.search.sameName.length
      ? [
          line(
            'The full name occurs in',
            `${format(it.search.sameName)}. ${it.keptAccount === null ? 'It may be someone else' : 'It may be the account that stays, or someone else'}.`,
          ),
        ]
      : []),
    line('What remains', null),
    ...it.remains.map((sentence) => line(null, sentence)),
  ]
}

const describeService = ({ service, purposes, deleted, toDo }: Certificate['services'][number]) =>
  [
    `${service} (${purposes.join(', ')}).`,
    ...(deleted === null ? [] : [`Deleted: ${deleted}.`]),
    ...(toDo === null ? [] : [`To do: ${toDo}`]),
  ].join(' ')

function describeSearch({ keptAccount, search }: Certificate) {
  const { tables, files, filesByNameOnly, storedFiles } = search
  const stored = storedFiles
    .map(({ storage, count }) => `${count} in ${getServiceName(storage)}`)
    .join(', ')
  const byName = filesByNameOnly
    ? `; ${filesByNameOnly} of them, archives or very large, by name only`
    : ''
  const what = keptAccount === null ? 'The ids and the email' : 'The ids'
  return `${what} were searched for and not found: in every column of ${tables} tables; in the names and the whole content of ${files} files on the server${byName}; and in the names of stored recordings (${stored || 'none'}).`
}

const line = (speaker: string | null, text: string | null): DocumentLine => ({
  ...{ speaker, start: null, end: null, text: text ?? '' },
})
const time = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`
const format = (counts: Certificate['deletedRows']) =>
  counts.map(({ what, count }) => `${what} ${count}`).join(', ') || 'none'
