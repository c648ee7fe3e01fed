import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'

type RefreshButtonProps = {
  isRefreshing: boolean
  onRefresh: () => void
  size?: 'sm' | 'md'
  className?: string
}

export const RefreshButton = ({ isRefreshing, onRefresh, ...look }: RefreshButtonProps) => (
  <Button
    variant="secondary"
    icon={RotateCw}
    isPending={isRefreshing}
    pendingLabel="Refreshing..."
    onClick={onRefresh}
    {...look}
  >
    Refresh
  </Button>
)
