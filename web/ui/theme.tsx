import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Tooltip } from './tooltip.tsx'

const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const names = { light: 'Light', dark: 'Dark', system: 'System' }
const icons = { light: Sun, dark: Moon, system: Monitor }

const ThemeContext = createContext<{ theme: Theme; setTheme: (theme: Theme) => void } | undefined>(
  undefined,
)

export function useTheme() {
  const value = useContext(ThemeContext)
  if (!value) throw new Error('useTheme needs a ThemeProvider around it.')
  return value
}

/** Keeps the choice in this browser. public/first.js sets it before the first paint, under the same key. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(storedTheme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Storage is switched off: the choice holds until the page is left.
    }
  }, [theme])
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>
}

function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system'
  } catch {
    return 'system'
  }
}

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Theme"
      value={theme}
      onValueChange={(chosen) => setTheme(themes.find((one) => one === chosen) ?? theme)}
      className="inline-flex rounded-md border border-line bg-sunken p-0.5"
    >
      {themes.map((one) => {
        const Icon = icons[one]
        return (
          <Tooltip key={one} content={names[one]}>
            <span>
              <ToggleGroup.Item
                value={one}
                aria-label={names[one]}
                className="flex size-7 items-center justify-center rounded-md text-muted hover:text-ink data-[state=on]:bg-surface data-[state=on]:text-brand-ink"
              >
                <Icon aria-hidden size={16} />
              </ToggleGroup.Item>
            </span>
          </Tooltip>
        )
      })}
    </ToggleGroup.Root>
  )
}
