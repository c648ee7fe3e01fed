const headings = 'h1, h2, h3, h4, [role="heading"]'
/** By then whoever places the focus on purpose has done so: an effect, a dialog that gives it back. */
const othersFirstMs = 100

/**
 * What takes the focus and is removed, as a button does that was pressed and has done its work, hands it on: to what came
 * in its place, or else to the nearest heading around it. Left to the browser it would fall to the whole page.
 */
export function restoreLostFocus() {
  let last: Element | undefined
  let timer: number | undefined
  document.addEventListener('focusin', ({ target }) => {
    clearTimeout(timer)
    last = target as Element
  })
  document.addEventListener('focusout', ({ target }) => {
    // Given up by a press beside it, not by being removed.
    setTimeout(() => {
      if (last === target && last?.isConnected && last !== document.activeElement) last = undefined
    })
  })
  new MutationObserver((changes) => {
    if (!last || last.isConnected) return
    const next = inPlaceOf(last, changes)
    // What came may itself be gone in a moment: the shape of what is still on its way.
    last = next
    clearTimeout(timer)
    // A dialog would at once take it for itself, as a whole.
    if (next?.closest('[role$="dialog"]')) focus(next)
    else timer = setTimeout(() => focus(next), othersFirstMs)
  }).observe(document.body, { childList: true, subtree: true })
}

function inPlaceOf(gone: Node, changes: readonly MutationRecord[]) {
  let around = gone
  let before: Node | null = null
  while (!around.isConnected) {
    const removal = changes.find((it) => [...it.removedNodes].some((node) => node.contains(around)))
    if (!removal) return undefined
    around = removal.target
    before = removal.previousSibling
  }
  const added = changes
    .flatMap((it) => [...it.addedNodes])
    .filter((it) => it instanceof HTMLElement)
  // Or at the end of what stands before it: the next rows of a list.
  const came =
    added.find((it) => it.parentNode === around) ?? added.find((it) => before?.contains(it))
  if (came) return came.querySelector<HTMLElement>(headings) ?? came
  return headingAround(around)
}

function headingAround(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement)) return undefined
  return node.querySelector<HTMLElement>(headings) ?? headingAround(node.parentElement)
}

/** A heading or a group takes the focus only while it has it. */
function focus(place: HTMLElement | undefined) {
  if (!place?.isConnected || document.activeElement !== document.body) return
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.classList.add('outline-none')
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}
