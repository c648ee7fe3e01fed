import type { Db } from '../db/db.ts'

/** Definitions of a kind in the order that the settings give them. */
const inOrder = (db: Db, kind: 'sessionDefinition' | 'assignmentDefinition') =>
  db
    .selectFrom(kind)
    .select(['id', 'name', 'description', 'displayOrder'])
    .orderBy('displayOrder')
    .orderBy('name')
    .orderBy('id')
    .execute()

export const sessionDefinitions = (db: Db) => inOrder(db, 'sessionDefinition')
export const assignmentDefinitions = (db: Db) => inOrder(db, 'assignmentDefinition')
