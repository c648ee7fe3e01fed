import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { qrFile, qrModules } from '#contract/rules/qr-modules.ts'

type QrCodeProps = { link: string; name: string; onDownload: () => void }

/** Dark on light in both themes, or scanners cannot read it. */
export function QrCode({ link, name, onDownload }: QrCodeProps) {
  const modules = useMemo(() => qrModules(link), [link])
  const address = `data:image/svg+xml,${encodeURIComponent(qrFile(modules))}`
  return (
    <>
      <img
        src={address}
        alt={`QR code of the onboarding link of ${name}`}
        className="size-40 rounded-md border border-line"
      />
      <Button asChild variant="ghost" size="sm" icon={Download} className="mt-1 w-full">
        <a href={address} download={`${fileName(name)}-onboarding.svg`} onClick={onDownload}>
          Download QR code
        </a>
      </Button>
    </>
  )
}

const fileName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'organization'
