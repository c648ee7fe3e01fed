/** For a heading that took the place of something else: whoever cannot see that is led to it. */
export const takesFocus = {
  tabIndex: -1,
  ref: (heading: HTMLElement | null) => heading?.focus({ preventScroll: true }),
}
