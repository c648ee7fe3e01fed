import { type ConsentOutside, purposeLabel } from '#contract/consents/consents.ts'

/** "Recording of sessions, Analysis on this system: Human Resources, Archive 2". */
export const formatConsentOutside = ({ purposes, collectedBy, papersAt }: ConsentOutside) =>
  purposes.length
    ? `${purposes.map((it) => purposeLabel[it]).join(', ')}: ${collectedBy}, ${papersAt}`
    : 'Nothing'
