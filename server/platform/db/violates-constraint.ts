import pg from 'pg'

export const violatesConstraint = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.constraint === constraint
