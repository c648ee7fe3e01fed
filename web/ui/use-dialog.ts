import { useCallback, useState } from 'react'

/** A dialog about a value, which stays while the dialog closes, so that its text does not change on the way out. */
export function useDialog<Value>() {
  const [state, setState] = useState<{ value: Value; isOpen: boolean }>()
  return {
    /** Undefined until the dialog was opened. */
    value: state?.value,
    open: useCallback((value: Value) => setState({ value, isOpen: true }), []),
    props: {
      isOpen: state?.isOpen ?? false,
      onClose: () => setState((it) => it && { ...it, isOpen: false }),
    },
  }
}
