import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { api, read } from '../api/client.ts'
import { t } from '../messages/portal-text.ts'
import { PasskeyCanceledError } from './passkey-error.tsx'

/** Creates a passkey in the browser and adds it to the account. */
export async function addPasskey(name: string) {
  const { data } = await read(api.POST('/api/partner/passkeys/options'))
  // safe because the service creates it with the same library
  const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON
  const registration = await startRegistration({ optionsJSON }).catch(rethrowReadable)
  const { id, rawId, response } = registration
  const { clientDataJSON, attestationObject, transports } = response
  return read(
    api.POST('/api/partner/passkeys', {
      body: {
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        passkey: {
          id,
          rawId,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
        },
      },
    }),
  )
}

/** Signs in with one of the browser's passkeys for this site. */
export async function signInWithPasskey() {
  const { data } = await read(api.POST('/api/partner/sign-in/passkey-options'))
  // safe for the same reason
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch(rethrowReadable)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return read(
    api.POST('/api/partner/sign-in/passkey', {
      body: {
        passkey: {
          id,
          rawId,
          type: 'public-key',
          response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
        },
      },
    }),
  )
}

/** Replaces the browser's error. It doesn't distinguish cancellation from missing support. */
function rethrowReadable(cause: unknown): never {
  throw new PasskeyCanceledError(readableMessage(cause), { cause })
}

function readableMessage(cause: unknown): string {
  if (cause instanceof WebAuthnError && cause.code === 'ERROR_INVALID_DOMAIN')
    return t('passkey.needsDomainName')
  const isAlreadyRegistered = cause instanceof Error && cause.name === 'InvalidStateError'
  return isAlreadyRegistered
    ? t('passkey.thisDeviceAlreadyHasPasskey')
    : t('passkey.yourBrowserCanceledItNothing')
}
