import pg from 'pg'

/** Whether the database refused a row because of the constraint of that name. */
export const breaks = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.constraint === constraint
