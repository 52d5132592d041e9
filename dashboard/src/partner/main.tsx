import { loadPortalMessages } from '../messages/load-portal.ts'

// Modules of the app use `t` while they are imported, so the messages come first.
await loadPortalMessages('en')
await import('./start-app.tsx')
