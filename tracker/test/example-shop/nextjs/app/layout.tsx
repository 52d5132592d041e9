import { headers } from 'next/headers'
import Script from 'next/script'
import type { ReactNode } from 'react'
import { inlineScripts, trackerTagAttributes } from '../../pages.ts'
import { settingsAt } from '../settings.ts'
import { Banner } from './banner.tsx'

export const metadata = { title: 'Shop' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const settings = settingsAt((await headers()).get('host'))
  const tag = trackerTagAttributes(settings)
  return (
    <html lang="en">
      <head>
        {inlineScripts(settings).map((code) => (
          <script key={code} dangerouslySetInnerHTML={{ __html: code }} />
        ))}
      </head>
      <body>
        {children}
        <Banner isConsentGiven={settings.mistake !== 'banner never gives consent'} />
        {tag && <Script {...tag} src={settings.hasOwnTracker ? '/affiliate/js/tracker.js' : tag.src} />}
      </body>
    </html>
  )
}
