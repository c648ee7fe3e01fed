import { z } from 'zod'
import { line } from '../bounds.ts'

/** Video services whose rooms are allowed everywhere; an installation adds its own. */
export const videoServices = [
  { name: 'Teams', host: 'teams.microsoft.com' },
  { name: 'Teams', host: 'teams.live.com' },
  { name: 'Zoom', host: 'zoom.us' },
  { name: 'Google Meet', host: 'meet.google.com' },
  { name: 'Whereby', host: 'whereby.com' },
] as const

export const maxJoinHosts = 20
const hostName = /^(?=.{4,49}$)([a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/

/** Hosts beyond those of `videoServices`, without https:// or a path. */
export const joinHosts = z
  .array(
    line(49, { error: () => 'A host can have at most 49 characters.' })
      .toLowerCase()
      .regex(hostName, 'A host is a name such as meet.example.com, without https:// or a path.'),
  )
  .max(maxJoinHosts, `At most ${maxJoinHosts} hosts.`)

/** The room of a video call; the server also checks its host. Empty: none. */
export const joinAddress = line(500)
export const meetingPlace = line(200)

/** Why an address cannot be joined; undefined if it can. Subdomains of an allowed host are allowed. */
export function joinAddressError(address: string, moreHosts: readonly string[]) {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !address.toLowerCase().startsWith('https://'))
    return 'The address must begin with https://.'
  if (url.username || url.password || url.port)
    return 'The address must not have a user name, password or port.'
  const hosts = [...videoServices.map(({ host }) => host as string), ...moreHosts]
  if (!hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`)))
    return `${url.hostname} is not an allowed video service. An administrator can add it in the system settings.`
  return undefined
}

/** How long before its start a session can be joined. */
export const joinMinutesBefore = 15

type Timed = { sessionDate: string; durationMinutes: number }

/** When Join appears and goes, in milliseconds since 1970. */
export function joinTimes({ sessionDate, durationMinutes }: Timed) {
  const start = Date.parse(sessionDate)
  return { opensAt: start - joinMinutesBefore * 60_000, endsAt: start + durationMinutes * 60_000 }
}

export function canJoin(session: Timed, now: number) {
  const { opensAt, endsAt } = joinTimes(session)
  return now >= opensAt && now < endsAt
}
