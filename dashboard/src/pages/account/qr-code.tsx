import { generate } from 'lean-qr'
import { t } from '../../messages/shared-text.ts'
import { type Modules, qrPath } from './qr-path.ts'

/** Width of the light margin that cameras need, in modules. */
const QUIET_ZONE = 4

/** A QR code, dark on white in every color scheme, because cameras expect that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const modules = generateModules(text)
  if (modules === undefined) return <p role="status">{t('account.tooLongForQRCode')}</p>
  const size = modules.size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-xl"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={qrPath(modules, QUIET_ZONE)} fill="#000" />
    </svg>
  )
}

/**
 * Returns undefined if the text is too long for a QR code. The encoder decides, because the limit depends on the
 * characters.
 */
function generateModules(text: string): Modules | undefined {
  try {
    return generate(text)
  } catch {
    return undefined
  }
}
