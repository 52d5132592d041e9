import { loadPortalMessages } from '../messages/load-portal.ts'
import { startLanguage } from './language.ts'

// Modules of the app use `t` while they are imported, so the messages come first.
const language = startLanguage()
document.documentElement.lang = language
await loadPortalMessages(language)
await import('./start-app.tsx')
