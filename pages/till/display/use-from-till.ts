import { useEffect, useState } from 'preact/hooks'
import { channelName, isIdle, opened, readShown, type Shown } from '../payment/shown.ts'

/** Thanks and change stay that long unless the next cart begins, in ms. */
const thanksMs = 8_000

/** Returns the last message of the till's window; undefined before the first. */
export function useFromTill(): Shown | undefined {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    let isThanking = false
    let timer: ReturnType<typeof setTimeout> | undefined
    channel.onmessage = ({ data }) => {
      const next = readShown(data)
      if (!next) return
      clearTimeout(timer)
      timer = setTimeout(() => setShown(next), isThanking && isIdle(next) ? thanksMs : 0)
      isThanking = next.done !== undefined || (isThanking && isIdle(next))
    }
    channel.postMessage(opened)
    return () => {
      clearTimeout(timer)
      channel.close()
    }
  }, [])
  return shown
}
