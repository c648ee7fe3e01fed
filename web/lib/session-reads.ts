import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { getSession, getSessionsAndMetrics } from '#contract/sessions.ts'

/** What shows a session outside of its own drawer: the plan, and the lists that count open sessions. */
export const planReads = [getSessionsAndMetrics, listClients, listMyCoachClients]

/** What is to be read anew after a session, its recording or its transcripts changed. */
export const sessionReads = [getSession, ...planReads]
