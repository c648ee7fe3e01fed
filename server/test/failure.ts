/** Resolves with the error of `work`; fails if there is none. */
export const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error as Error,
  )
