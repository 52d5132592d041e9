import { setMessages } from './messages/message.ts'
import shared from './messages/shared.en.json'

// Modules of the app use `t` while they are imported, so the messages come first.
setMessages('en', shared)
void import('./app.tsx')
