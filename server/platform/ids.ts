import { v7 } from 'uuid'

/** A new key: UUIDv7, made here and not by the database, so that it sorts by time on any PostgreSQL. */
export const newId = () => v7()
