import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { List, ListEndpoint, Scope } from './list.ts'
import { type Given, inOrder, keyOf, type Order, type Place } from './order.ts'
import { counted } from './tally.ts'
import { type Asked, idsInOrder, someIds } from './ways.ts'

type Found = { id: string; key: string | number | null }

/** The ids of a page and what they are sorted by. */
export async function placesOf<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  order: Order<Place>,
  most: number,
): Promise<Found[]> {
  if (!isPlain(asked)) return (await places(list, asked, order, most).execute(db)).rows
  const { place } = order
  const page = plainStatements(list, asked.scope).page(order)
  return page(db, most, asked.scope?.value ?? '', place?.value ?? '', place?.id ?? '')
}

const places = <E extends ListEndpoint>(
  list: List<E>,
  asked: Asked,
  order: Order,
  most: Given<number>,
) => sql<Found>`${plannedAnew}
  select id, ${keyOf(order)} as key
  from (${idsInOrder(list, asked, order, most)}) as found
  order by ${inOrder(order)}`

/** How many match, no further than `most`. */
export async function countUp<E extends ListEndpoint>(
  db: Db,
  list: List<E>,
  asked: Asked,
  most: number,
) {
  const [found] = isPlain(asked)
    ? await plainStatements(list, asked.scope).count(db, most, asked.scope?.value ?? '')
    : (await counted(someIds(list, asked, most)).execute(db)).rows
  return found?.number ?? 0
}

/** Neither narrowed nor searched, as most lists are asked for. */
const isPlain = ({ filters, words }: Asked) => !filters.length && !words.length

/**
 * The statements of a list that is neither narrowed nor searched differ in nothing but values: how many it is counted up
 * to, and a page for each order, the first or a later one.
 */
function statementsOf<E extends ListEndpoint>(list: List<E>, scope: Scope | undefined) {
  const askedWith = (value: RawBuilder<string>): Asked => ({
    ...{ filters: [], words: [], led: undefined },
    scope: scope && { ...scope, where: () => scope.where(value) },
  })
  const count = prepared((_db, most: RawBuilder<number>, value: RawBuilder<string>) =>
    counted(someIds(list, askedWith(value), most)),
  )
  const pageIn = (order: Order<Place>) =>
    prepared(
      (
        _db,
        most: RawBuilder<number>,
        value: RawBuilder<string>,
        key: RawBuilder<string | number>,
        id: RawBuilder<string>,
      ) => {
        const { place } = order
        const at = place && { value: place.value === null ? null : key, id }
        return places(list, askedWith(value), { ...order, place: at }, most)
      },
    )
  const pages = new Map<string, ReturnType<typeof pageIn>>()
  return {
    count,
    page(order: Order<Place>) {
      const from = !order.place ? 'first' : order.place.value === null ? 'without' : 'with'
      const form = `${order.name} ${from}`
      const known = pages.get(form) ?? pageIn(order)
      pages.set(form, known)
      return known
    },
  }
}

type Statements = ReturnType<typeof statementsOf>
const kept = new WeakMap<object, WeakMap<object, Statements>>()

function plainStatements<E extends ListEndpoint>(list: List<E>, scope: Scope | undefined) {
  const ofList = kept.get(list) ?? new WeakMap<object, Statements>()
  kept.set(list, ofList)
  const whose = scope?.where ?? list
  const known = ofList.get(whose) ?? statementsOf(list, scope)
  ofList.set(whose, known)
  return known
}
