import { v7 } from 'uuid'

/** UUIDv7, which sorts by time. */
export const newId = () => v7()
