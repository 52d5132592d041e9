import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type, { type Static, type TProperties } from 'typebox'
import { portalAccessLimits } from './limits.ts'

const Base64Url = (chars: number) => Type.String({ minLength: 1, maxLength: chars, pattern: '^[\\w-]+$' })
const ID_CHARS = 1_400

/** Browsers send members that are not read, and later versions of them more. */
const whole = <T extends TProperties>(response: T) =>
  Type.Object(
    {
      id: Base64Url(ID_CHARS),
      rawId: Base64Url(ID_CHARS),
      type: Type.Literal('public-key'),
      response: Type.Object(response, { additionalProperties: true }),
    },
    { additionalProperties: true },
  )

/** What a browser made. */
export const NewPasskeyAnswer = whole({
  clientDataJSON: Base64Url(portalAccessLimits.passkeyAnswerChars),
  attestationObject: Base64Url(portalAccessLimits.passkeyAnswerChars),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
})

export const PasskeyAnswer = whole({
  clientDataJSON: Base64Url(portalAccessLimits.passkeyAnswerChars),
  authenticatorData: Base64Url(portalAccessLimits.passkeyAnswerChars),
  signature: Base64Url(portalAccessLimits.passkeyAnswerChars),
  userHandle: Type.Optional(Base64Url(ID_CHARS)),
})

/** What a browser is to be asked with, as it takes it (`PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON`). */
export const BrowserOptions = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PasskeyOptions',
  description: 'For the browser, as it takes it.',
})

export function newPasskeyOf(answer: Static<typeof NewPasskeyAnswer>): RegistrationResponseJSON {
  // safe because the schema says the same, and the library looks at each member itself
  return { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON
}

export function passkeyAnswerOf(answer: Static<typeof PasskeyAnswer>): AuthenticationResponseJSON {
  // safe for the same reason
  return { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON
}
