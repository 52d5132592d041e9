import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type, { type Static, type TProperties } from 'typebox'
import { portalAccessLimits } from './limits.ts'

const Base64Url = (chars: number) => Type.String({ minLength: 1, maxLength: chars, pattern: '^[\\w-]+$' })
const ID_CHARS = 1_400

/** Returns a schema that allows unknown fields, because browsers add more with each version. */
const requireAllFields = <T extends TProperties>(response: T) =>
  Type.Object(
    {
      id: Base64Url(ID_CHARS),
      rawId: Base64Url(ID_CHARS),
      type: Type.Literal('public-key'),
      response: Type.Object(response, { additionalProperties: true }),
    },
    { additionalProperties: true },
  )

/** Schema for the credential created by the browser. */
export const NewPasskeyResponse = requireAllFields({
  clientDataJSON: Base64Url(portalAccessLimits.maxPasskeyResponseLength),
  attestationObject: Base64Url(portalAccessLimits.maxPasskeyResponseLength),
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
})

export const PasskeyResponse = requireAllFields({
  clientDataJSON: Base64Url(portalAccessLimits.maxPasskeyResponseLength),
  authenticatorData: Base64Url(portalAccessLimits.maxPasskeyResponseLength),
  signature: Base64Url(portalAccessLimits.maxPasskeyResponseLength),
  userHandle: Type.Optional(Base64Url(ID_CHARS)),
})

/**
 * Schema for the options in the browser's format (`PublicKeyCredentialCreationOptionsJSON` and `…RequestOptionsJSON`).
 */
export const BrowserOptions = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PasskeyOptions',
  description: 'Options to pass to the browser.',
})

export function toRegistration(response: Static<typeof NewPasskeyResponse>): RegistrationResponseJSON {
  // safe because the schema has the same fields, and the library itself checks each one
  return { ...response, clientExtensionResults: {} } as RegistrationResponseJSON
}

export function toAuthentication(response: Static<typeof PasskeyResponse>): AuthenticationResponseJSON {
  // safe for the same reason
  return { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON
}
