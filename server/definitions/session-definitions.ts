import type { Db } from '../db/db.ts'

/** Session types in the order that the settings give them. */
export const sessionDefinitions = (db: Db) =>
  db
    .selectFrom('sessionDefinition')
    .select(['id', 'name', 'description', 'displayOrder'])
    .orderBy('displayOrder')
    .orderBy('name')
    .orderBy('id')
    .execute()
