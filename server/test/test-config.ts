import path from 'node:path'
import type { Deps } from '../deps.ts'
import type { Installation } from '../features/settings/installation/installation.ts'
import { deriveKeys } from '../platform/keys/keys.ts'

/** The configuration of a first start without environment variables. */
export const testConfig = (dataDir: string): Deps['config'] => ({
  appOrigin: undefined,
  port: 80,
  dataDir,
  backupDir: path.join(dataDir, 'backups'),
  isReachable: false,
  metricsToken: undefined,
  securityContact: undefined,
  allowedLocalHosts: [],
  trustProxy: false,
  encodesCopies: false,
  identityProvider: undefined,
  baseAddresses: {},
})

/** Keys that several processes of a test share. */
export const testKeys = deriveKeys([Buffer.alloc(32)])

/** Installation settings that come from the environment. */
export const testSurroundings = { brandName: 'Maylab', timeZone: 'UTC' }

/** Settings for tests without a database. */
export const testInstallation: Installation = {
  ...testSurroundings,
  ...{
    currency: 'DKK',
    country: null,
    showFirstSteps: true,
    minimumGroup: 6,
    audioStaysHere: false,
    wordsStayHere: false,
    notesForNextCoach: false,
    consentOutside: { purposes: [], collectedBy: '', papersAt: '' },
    passwordSignIn: true,
    afterConversation: [],
    prepareSessions: true,
    requireSecondFactor: false,
    secondFactorAfterProvider: true,
  },
  ...{ joinHosts: [], transcriptionLanguage: null, transcriptionTerms: [] },
  transcribeRecordings: true,
  ...{ erasureWaitingDays: 7, safetyMarkHours: 24 },
  ...{ backupHour: null, backupsKept: 7, backupHasKey: false, backupDays: null },
  ...{ clientBooking: 'ask', clientMoves: 2 },
  ...{ bookingNoticeHours: 24, bookingWeeks: 6, sessionGapMinutes: 10 },
  workingHours: { days: [1], from: '08:00', to: '18:00' },
  ...{ 'retention.audit_entry': null, 'retention.execution': null, 'retention.message': 30 },
  ...{ 'retention.session_brief': 365, 'retention.recording': null, 'retention.transcript': null },
  ...{ 'retention.egress': 365, 'retention.feedback': 365 },
  ...{ 'retention.transcript_draft': 90, 'retention.login': 0, 'retention.password_reset': 0 },
  ...{ 'retention.rate_limit': 0, 'retention.presence': 1, 'retention.plan_change': 1 },
}
