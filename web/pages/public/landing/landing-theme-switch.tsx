import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'

export const LandingThemeSwitch = () => (
  <TooltipProvider>
    <ThemeSwitch />
  </TooltipProvider>
)
