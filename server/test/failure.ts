/** What work throws that is to fail. */
export const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error as Error,
  )
