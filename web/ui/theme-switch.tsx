import { Monitor, Moon, Sun } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { themes, useTheme } from './theme.tsx'
import { Tooltip } from './tooltip.tsx'

const names = { light: 'Light', dark: 'Dark', system: 'System' }
const icons = { light: Sun, dark: Moon, system: Monitor }

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
