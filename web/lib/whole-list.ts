/** A list that came in one piece, for the components that show lists which come page by page. */
export const wholeList = <Row>(rows: readonly Row[]) => ({
  rows,
  match: rows.length,
  loaded: rows.length,
  isPending: false,
  isStale: false,
  failure: undefined,
  isRetrying: false,
  retry: () => {},
  hasMore: false,
  isLoadingMore: false,
  moreFailure: undefined,
  loadMore: () => {},
})
