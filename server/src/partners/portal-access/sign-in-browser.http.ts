import type { FastifyRequest } from 'fastify'
import { requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import type { SignInBrowser } from './sign-in.flow.ts'

/** Returns the browser that signs in. The portal sends its own language instead of the browser's. */
export function getSignInBrowser({ headers }: FastifyRequest): SignInBrowser {
  return { userAgent: headers['user-agent'], language: requestedLanguage(headers['accept-language']) }
}
