import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const ThemeContext = createContext({
  theme: 'system' as Theme,
  setTheme: (_theme: Theme) => {},
})

export const useTheme = () => useContext(ThemeContext)

/** Stored in this browser. public/first.js applies it before the first paint, under the same key. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(storedTheme)
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // Without storage the choice lasts until the page is left.
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
