'use client'

import { useState } from 'react'

/** A controlled field, which loses text typed before hydration. */
export function EmailField() {
  const [email, setEmail] = useState('')
  return (
    <label>
      Email{' '}
      <input
        type="email"
        name="email"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </label>
  )
}
