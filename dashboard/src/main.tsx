import { setMessages } from './messages/message.ts'
import shared from './messages/shared.en.json'

// Modules call `t` while they are imported, so messages are loaded first.
setMessages('en', shared)
void import('./app.tsx')
