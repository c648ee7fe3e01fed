import { demoDomain } from '../features/accounts/sign-in/demo-password.ts'

/** The people of the demo data. All are fictional. */

/** The accounts that are printed at the start. */
export const demoAccounts = [
  { email: 'system@demo.maylab.test', role: 'system_admin', firstName: 'Ingrid', lastName: 'Holm' },
  {
    email: 'admin@demo.maylab.test',
    role: 'maylab_admin',
    firstName: 'Mads',
    lastName: 'Frandsen',
  },
  { email: 'coach@demo.maylab.test', role: 'coach_user', firstName: 'Thomas', lastName: 'Berg' },
  { email: 'org@demo.maylab.test', role: 'org_user', firstName: 'Birgitte', lastName: 'Krogh' },
  {
    email: 'client@demo.maylab.test',
    role: 'client_user',
    firstName: 'Sarah',
    lastName: 'Lindqvist',
  },
] as const

export const organizations = [
  {
    // The sample figures (docs/product.md, "Figures"): 11 of 25 enrolled, 25 × 200 = 5000, 325 a session.
    name: 'Nordlys Design',
    description: 'Studio for furniture and interiors.',
    country: 'Denmark',
    city: 'Copenhagen',
    eligibleHeadcount: 25,
    monthlyPricePerEmployee: 200,
    pricePerSession: 325,
    currency: 'DKK',
  },
  {
    name: 'Havgren Logistics',
    description: 'Freight by road and sea, with people on every shift.',
    country: 'Sweden',
    city: 'Gothenburg',
    eligibleHeadcount: 60,
    monthlyPricePerEmployee: 290,
    pricePerSession: 470,
    currency: 'SEK',
  },
  {
    name: 'Blue Harbor Software',
    description: 'Booking software for small hotels.',
    country: 'United Kingdom',
    city: 'Bristol',
    eligibleHeadcount: 40,
    monthlyPricePerEmployee: 24,
    pricePerSession: 38,
    currency: 'GBP',
  },
  {
    // Its clients are in large-organization.ts.
    name: 'Havuranta Care',
    description: 'Home care and nursing homes in four towns, around the clock.',
    country: 'Finland',
    city: 'Tampere',
    eligibleHeadcount: 260,
    monthlyPricePerEmployee: 27,
    pricePerSession: 44,
    currency: 'EUR',
  },
] as const

/** The coaches of the large organization. */
const inTampere = { city: 'Tampere', country: 'Finland', status: 'active' } as const
export const largeCaseloads = [
  {
    firstName: 'Annika',
    lastName: 'Hakala',
    since: 14,
    bio: 'Night work, and what stays with one.',
  },
  { firstName: 'Ville', lastName: 'Lehto', since: 9, bio: 'Small teams, and conflicts in them.' },
  {
    firstName: 'Marjatta',
    lastName: 'Soini',
    since: 25,
    bio: 'Burnout, and the way back to work.',
  },
  { firstName: 'Petteri', lastName: 'Ranta', since: 7, bio: 'Sleep and shifts.' },
].map((it) => ({ ...it, ...inTampere }))

export const coaches = [
  // The first is the demo account coach@.
  {
    firstName: 'Thomas',
    lastName: 'Berg',
    city: 'Copenhagen',
    country: 'Denmark',
    since: 11,
    status: 'active',
    bio: 'Stress, sleep and the first months after a sick leave.',
  },
  {
    firstName: 'Karin',
    lastName: 'Ekström',
    city: 'Gothenburg',
    country: 'Sweden',
    since: 17,
    status: 'active',
    bio: 'Shift work, families and burnout.',
  },
  {
    firstName: 'Oliver',
    lastName: 'Hayes',
    city: 'Bristol',
    country: 'United Kingdom',
    since: 6,
    status: 'active',
    bio: 'Young professionals and difficult teams.',
  },
  {
    firstName: 'Helene',
    lastName: 'Dahl',
    city: 'Aarhus',
    country: 'Denmark',
    since: 22,
    status: 'on_leave',
    bio: 'Grief and long illness.',
  },
  ...largeCaseloads,
] as const

/**
 * The course of a client's weeks, chosen such that every screen has data: `recovering` and `worsening` have a trend,
 * `steady` has none; `waiting-*` are the steps of processing a recording; `new` has no session yet, `paused` no
 * upcoming one, `unassigned` no coach.
 */
export type Story =
  | 'recovering'
  | 'steady'
  | 'worsening'
  | 'waiting-recording'
  | 'waiting-transcription'
  | 'waiting-conversation'
  | 'new'
  | 'paused'
  | 'unassigned'

type Person = readonly [
  firstName: string,
  lastName: string,
  organization: 0 | 1 | 2 | null,
  coach: 0 | 1 | 2 | 3 | null,
  weeks: number,
  story: Story,
]

export const clients: readonly Person[] = [
  // The first is the demo account client@, with the recorded session.
  ['Sarah', 'Lindqvist', 0, 0, 18, 'recovering'],
  ['Johanne', 'Mikkelsen', 0, 0, 25, 'waiting-transcription'],
  ['Emma', 'Thorup', 0, 0, 26, 'waiting-conversation'],
  ['Frederik', 'Vestergaard', 0, 0, 24, 'worsening'],
  ['Amalie', 'Juhl', 0, 0, 16, 'steady'],
  ['Nikolaj', 'Brandt', 0, 3, 26, 'recovering'],
  ['Laura', 'Østergaard', 0, 0, 25, 'recovering'],
  ['Peter', 'Skov', 0, 3, 27, 'recovering'],
  ['Sofie', 'Winther', 0, 0, 3, 'steady'],
  ['Magnus', 'Lauritsen', 0, null, 1, 'unassigned'],
  ['Cecilie', 'Bang', null, 0, 1, 'new'],
  ['Erik', 'Sandberg', 1, 1, 21, 'worsening'],
  ['Maja', 'Nordin', 1, 1, 18, 'recovering'],
  ['Lars', 'Öberg', 1, 1, 25, 'steady'],
  ['Elin', 'Wallin', 1, 1, 17, 'waiting-recording'],
  ['Anders', 'Hedlund', 1, 1, 19, 'steady'],
  ['Hanna', 'Forsberg', 1, 1, 16, 'recovering'],
  ['Mikael', 'Sjögren', 1, 1, 28, 'paused'],
  ['Astrid', 'Blom', 1, 1, 20, 'worsening'],
  ['Johan', 'Lundin', 1, 0, 18, 'recovering'],
  ['Klara', 'Engdahl', 1, 1, 6, 'steady'],
  ['Oskar', 'Falk', 1, null, 2, 'unassigned'],
  ['Ebba', 'Rosén', 1, 1, 23, 'recovering'],
  ['Viktor', 'Ahlgren', 1, 1, 1, 'new'],
  ['Ingela', 'Modig', 1, 3, 17, 'paused'],
  ['Charlotte', 'Reed', 2, 2, 19, 'worsening'],
  ['James', 'Whitfield', 2, 2, 17, 'recovering'],
  ['Priya', 'Nair', 2, 2, 22, 'steady'],
  ['Daniel', 'Osei', 2, 2, 16, 'waiting-recording'],
  ['Megan', 'Pryce', 2, 2, 20, 'recovering'],
  ['Callum', 'Fraser', 2, 2, 27, 'steady'],
  ['Aisha', 'Rahman', 2, 2, 18, 'worsening'],
  ['Rosie', 'Lang', 2, 2, 4, 'steady'],
  ['Tom', 'Ashworth', 2, null, 1, 'unassigned'],
  ['Niamh', 'Kelly', 2, 2, 1, 'new'],
  ['Lukas', 'Brenner', 0, 0, 21, 'recovering'],
  ['Marta', 'Kowalska', null, 1, 18, 'steady'],
  ['Henrik', 'Aalto', null, 2, 17, 'worsening'],
  ['Julie', 'Moreau', 0, 0, 16, 'waiting-recording'],
  ['Stefan', 'Vogel', 0, null, 2, 'unassigned'],
]

/** Former coaches: index of the client, of the coach, and how many weeks ago the next coach took over. */
export const formerCoaches: readonly [client: number, coach: 0 | 1 | 2 | 3, weeksAgo: number][] = [
  [3, 3, 11],
  [11, 2, 8],
  [19, 1, 6],
  [27, 0, 15],
  [27, 3, 9],
]

export const getEmail = (
  kind: 'coach' | 'client',
  index: number,
  person: { firstName: string; lastName: string },
) => (index === 0 ? `${kind}@${demoDomain}` : makeAddress(person))

export const makeAddress = (person: { firstName: string; lastName: string }) =>
  `${plain(person.firstName)}.${plain(person.lastName)}@${demoDomain}`

/** Letters for an email address: ø and å are transliterated, other accents removed. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ø', 'oe')
    .replaceAll('å', 'aa')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
