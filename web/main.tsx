import './styles.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { attend } from './lib/attended.ts'
import { codeOf } from './routes.tsx'

const root = document.querySelector('#root')
if (!root) throw new Error('No #root')
attend(window)
void codeOf(location.pathname)?.then(() => {
  createRoot(root).render(<App />)
  // Before anything is pressed, and no page waits for it nor fails without it.
  import('./ui/keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => {},
  )
})
