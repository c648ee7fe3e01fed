import { useNavigation } from 'react-router'
import { classNames } from './class-names.ts'
import { solidTone } from './tone.ts'

/** At the top of the window while the next page loads, from 200 ms on. */
export const LoadingBar = () =>
  useNavigation().state === 'loading' && (
    <output className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden opacity-100 transition-opacity delay-200 starting:opacity-0">
      <span className="sr-only">Loading</span>
      <span
        className={classNames(
          'block h-full w-1/3 animate-sweep motion-reduce:w-full',
          solidTone.brand,
        )}
      />
    </output>
  )
