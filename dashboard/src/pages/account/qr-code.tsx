import { generate } from 'lean-qr'
import { t } from '../../messages/shared-text.ts'
import { type Modules, qrPath } from './qr-path.ts'

/** The light around a code that cameras need to find it, in modules. */
const QUIET_ZONE = 4

/** A QR code, drawn in the page: dark on white in every color scheme, because cameras look for that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const modules = modulesOf(text)
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

/** Undefined: no code holds so much. It is known by trying alone, as it goes by which letters there are. */
function modulesOf(text: string): Modules | undefined {
  try {
    return generate(text)
  } catch {
    return undefined
  }
}
