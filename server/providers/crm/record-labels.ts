import type { CrmRecord } from './crm.ts'

export const recordName = (record: CrmRecord) =>
  record.kind === 'organization' ? record.name : `${record.firstName} ${record.lastName}`.trim()

/** The city and the country, as far as they are known. */
export const recordPlace = ({ city, country }: CrmRecord) =>
  [city, country].filter((it) => it !== null && it !== '').join(', ')
