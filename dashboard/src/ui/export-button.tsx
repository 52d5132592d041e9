import { Download } from 'lucide-react'
import { Button } from './button.tsx'

/** Downloads a file of the service; the browser streams it to disk by itself. */
export function ExportButton({ href, label }: { href: string; label: string }) {
  return (
    <Button asChild>
      <a href={href} download>
        <Download aria-hidden="true" className="size-4" />
        {label}
      </a>
    </Button>
  )
}
