'use client'

import { useEffect, useState } from 'react'

/** The cookie banner, which appears only after hydration. */
export function Banner({ isConsentGiven }: { isConsentGiven: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!document.cookie.includes('consent=yes')) setIsOpen(true)
    else if (isConsentGiven) window.affiliate.consent(true)
  }, [isConsentGiven])
  const accept = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as banners do in all browsers
    document.cookie = 'consent=yes;path=/'
    if (isConsentGiven) window.affiliate.consent(true)
    setIsOpen(false)
  }
  if (!isOpen) return null
  return (
    <div
      role="dialog"
      aria-label="Cookies"
      style={{ position: 'fixed', inset: 'auto 0 0', background: '#eee' }}
    >
      We use cookies.{' '}
      <button type="button" onClick={accept}>
        Accept all
      </button>{' '}
      <button type="button">Settings</button>
    </div>
  )
}
