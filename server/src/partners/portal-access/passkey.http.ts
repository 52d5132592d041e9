import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type, { type Static, type TProperties } from 'typebox'
import { portalAccessLimits } from './limits.ts'

const Base64Url = (chars: number) => Type.String({ minLength: 1, maxLength: chars, pattern: '^[\\w-]+$' })
const ID_CHARS = 1_400

/** Allows unknown fields, because browsers add more with each version. */
const withAllFields = <T extends TProperties>(response: T) =>
  Type.Object(
    {
      id: Base64Url(ID_CHARS),
      rawId: Base64Url(ID_CHARS),
      type: Type.Literal('public-key'),
      response: Type.Object(response, { additionalProperties: true }),
    },
    { additionalProperties: true },
  )

/** The credential created by the browser. */
export const NewPasskeyAnswer = withAllFields({
  clientDataJSON: Base64Url(portalAccessLimits.passkeyAnswerChars),
  attestationObject: Base64Url(portalAccessLimits.passkeyAnswerChars),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
})

export const PasskeyAnswer = withAllFields({
  clientDataJSON: Base64Url(portalAccessLimits.passkeyAnswerChars),
  authenticatorData: Base64Url(portalAccessLimits.passkeyAnswerChars),
  signature: Base64Url(portalAccessLimits.passkeyAnswerChars),
  userHandle: Type.Optional(Base64Url(ID_CHARS)),
})

/** The options in the browser's format (`PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON`). */
export const BrowserOptions = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PasskeyOptions',
  description: 'Options to pass to the browser.',
})

export function newPasskeyOf(answer: Static<typeof NewPasskeyAnswer>): RegistrationResponseJSON {
  // safe because the schema has the same fields, and the library checks each one itself
  return { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON
}

export function passkeyAnswerOf(answer: Static<typeof PasskeyAnswer>): AuthenticationResponseJSON {
  // safe for the same reason
  return { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON
}
