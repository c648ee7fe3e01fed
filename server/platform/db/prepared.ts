import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a statement for one of the values that it is asked with. */
class Place {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A statement that is put together once and asked with other values each time, for what is asked at nearly every
 * request: to put it together takes longer than all else that is done with it here.
 */
export function prepared<Values extends unknown[], Row>(
  build: (
    db: Db,
    ...values: { [Index in keyof Values]: RawBuilder<Values[Index]> }
  ) => Compilable<Row> | RawBuilder<Row>,
) {
  let statement: CompiledQuery<Row> | undefined
  return async (db: Db, ...values: Values): Promise<Row[]> => {
    statement ??= build(db, ...placesOf(values)).compile(db)
    const parameters = statement.parameters.map((it) =>
      it instanceof Place ? values[it.index] : it,
    )
    const asked: CompiledQuery<Row> = { ...statement, parameters }
    return (await db.executeQuery(asked)).rows
  }
}

const placesOf = <Values extends unknown[]>(values: Values) =>
  values.map((_, index) => sql`${new Place(index)}`) as {
    [Index in keyof Values]: RawBuilder<Values[Index]>
  }
