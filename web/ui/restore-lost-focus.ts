const headings = 'h1, h2, h3, h4, [role="heading"]'
/** After which effects and dialogs have placed the focus themselves. */
const delayMs = 100

/**
 * When the focused element is removed, focuses what replaces it or the nearest heading. The browser would focus the
 * body.
 */
export function restoreLostFocus() {
  let last: Element | undefined
  let timer: number | undefined
  document.addEventListener('focusin', ({ target }) => {
    clearTimeout(timer)
    last = target as Element
  })
  document.addEventListener('focusout', ({ target }) => {
    // The user clicked elsewhere; nothing was removed.
    setTimeout(() => {
      if (last === target && last?.isConnected && last !== document.activeElement) last = undefined
    })
  })
  new MutationObserver((changes) => {
    if (!last || last.isConnected) return
    const next = findReplacement(last, changes)
    // The replacement may soon be removed too, as a skeleton is.
    last = next
    clearTimeout(timer)
    // A dialog would focus itself at once.
    if (next?.closest('[role$="dialog"]')) focus(next)
    else timer = setTimeout(() => focus(next), delayMs)
  }).observe(document.body, { childList: true, subtree: true })
}

function findReplacement(removed: Node, changes: readonly MutationRecord[]) {
  let parent = removed
  let before: Node | null = null
  while (!parent.isConnected) {
    const removal = changes.find((it) => [...it.removedNodes].some((node) => node.contains(parent)))
    if (!removal) return undefined
    parent = removal.target
    before = removal.previousSibling
  }
  const added = changes
    .flatMap((it) => [...it.addedNodes])
    .filter((it) => it instanceof HTMLElement)
  // New rows of a list follow what stands before the removed element.
  const replacement =
    added.find((it) => it.parentNode === parent) ?? added.find((it) => before?.contains(it))
  if (replacement) return replacement.querySelector<HTMLElement>(headings) ?? replacement
  return nearestHeading(parent)
}

function nearestHeading(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement)) return undefined
  return node.querySelector<HTMLElement>(headings) ?? nearestHeading(node.parentElement)
}

/** Headings and groups are focusable only for as long. */
function focus(element: HTMLElement | undefined) {
  if (!element?.isConnected || document.activeElement !== document.body) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.classList.add('outline-none')
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
