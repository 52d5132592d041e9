'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { NEXT } from '../../pages.ts'

interface Props {
  action: string
  button: string
  reportsSignup?: boolean
  children?: ReactNode
}

/** A form that works only with its script, and whose button is disabled until the script has loaded. */
export function ShopForm({ action, button, reportsSignup = false, children }: Props) {
  const router = useRouter()
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = new FormData(event.currentTarget)
    if (reportsSignup) window.affiliate.signup(String(Date.now()))
    setIsReady(false)
    await fetch(action, { method: 'POST', body })
    setIsReady(true)
    router.push(NEXT[action] ?? '/')
  }
  return (
    <form onSubmit={submit}>
      {children}
      <button type="submit" disabled={!isReady}>
        {button}
      </button>
    </form>
  )
}
