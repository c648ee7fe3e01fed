import { useEffect, useState } from 'react'
import { Select } from '#web/ui/select.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { explainError } from './media-access.ts'
import { problemWords } from './media-problems.ts'

/** Another microphone while the recording goes on. */
export function ChangeMicrophone({ onChange }: { onChange: (id: string) => Promise<void> }) {
  const toast = useToast()
  const devices = useMicrophones()
  const [chosen, setChosen] = useState<string>()
  async function change(id: string) {
    setChosen(id)
    try {
      await onChange(id)
    } catch (error) {
      setChosen(undefined)
      const problem = await explainError(error, { withCamera: false, isOfCall: false })
      toast({ title: 'Error', description: problemWords[problem].says, tone: 'destructive' })
    }
  }
  return (
    <div className="w-56 max-sm:w-full">
      <Select
        aria-label="Microphone"
        placeholder="Choose a microphone"
        value={chosen}
        onValueChange={(id) => void change(id)}
        options={devices.map(({ deviceId, label }, index) => ({
          value: deviceId,
          label: label || `Microphone ${index + 1}`,
        }))}
      />
    </div>
  )
}

function useMicrophones() {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    const list = () =>
      void mediaDevices
        .enumerateDevices()
        .then((all) => setDevices(all.filter(({ kind }) => kind === 'audioinput')))
    list()
    mediaDevices.addEventListener('devicechange', list)
    return () => mediaDevices.removeEventListener('devicechange', list)
  }, [])
  return devices
}
