import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchUserActivity } from './lib/user-activity.ts'
import { restoreLostFocus } from './ui/restore-lost-focus.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('No #root')
watchUserActivity(window)
restoreLostFocus()
createRoot(root).render(<App />)
