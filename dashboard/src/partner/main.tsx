import { loadPortalMessages } from '../messages/load-portal.ts'
import { initialLanguage } from './language.ts'

// Modules call `t` while they are imported, so messages are loaded first.
const language = initialLanguage()
document.documentElement.lang = language
await loadPortalMessages(language)
await import('./start-app.tsx')
