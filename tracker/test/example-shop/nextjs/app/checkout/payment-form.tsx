'use client'

import { useEffect, useState } from 'react'
import { ShopForm } from '../shop-form.tsx'

/** Appears some time after hydration, like the fields of a payment provider. */
export function PaymentForm() {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), 1_500)
    return () => clearTimeout(timer)
  }, [])
  if (!isReady) return <p>Loading…</p>
  return (
    <ShopForm action="/api/checkout" button="Pay now">
      <label>
        Card number <input name="card" inputMode="numeric" pattern="[0-9]{16}" required />
      </label>
      <label>
        Quantity <input type="number" name="quantity" min={1} max={9} required />
      </label>
    </ShopForm>
  )
}
