/** Whether a key pressed there is a sign of a text, or chooses in a list that is open. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=menu], [role=listbox]') !== null)
