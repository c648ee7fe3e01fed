/** Becoming another person leads there. It is fetched meanwhile: no page of the one is left in view for the other. */
export const fetchHomePage = () =>
  void import('./home-page.tsx').catch(() => {
    // It is asked for again when it is to be shown, and that tells what is wrong.
  })
