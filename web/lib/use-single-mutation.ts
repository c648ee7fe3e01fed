import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that ignores a second call while the first is under way, so that a double click does one thing. */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    ...options,
    // The first button press is only seen as pending after the next rendering, which a fast second one precedes.
    onSettled: (...settled) => {
      isUnderWay.current = false
      return options.onSettled?.(...settled)
    },
  })
  return {
    ...mutation,
    mutate: (variables: Variables, callbacks?: MutateOptions<Data, Error, Variables>) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutation.mutate(variables, callbacks)
    },
  }
}
