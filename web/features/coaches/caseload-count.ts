import type { Client, RiskLevel } from '#contract/clients.ts'

type Counted = Pick<Client, 'riskLevel' | 'openSessions'>

/** How many clients there are, of which risk, and how many of their sessions are open. */
export const caseloadOf = (clients: readonly Counted[]) => ({
  clients: clients.length,
  openSessions: clients.reduce((sum, { openSessions }) => sum + openSessions, 0),
  risks: risks.map((level) => ({
    level,
    count: clients.filter(({ riskLevel }) => riskLevel === level).length,
  })),
})

/** The worst first; null is a client without an assessment. */
const risks: readonly (RiskLevel | null)[] = ['high', 'medium', 'low', null]
