import { setMessages } from '../src/messages/message.ts'
import portal from '../src/messages/portal.en.json' with { type: 'json' }
import shared from '../src/messages/shared.en.json' with { type: 'json' }
import team from '../src/messages/team.en.json' with { type: 'json' }

/** Unit tests import parts of the app without its entry, which loads the messages. */
setMessages('en', team, portal, shared)
