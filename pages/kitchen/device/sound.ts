let context: AudioContext | undefined

/** Browsers play no sound before somebody has touched the page. */
export const isSoundBlocked = (): boolean => context?.state !== 'running'

/** Lets the page play; to be called while somebody touches it. Resolves once it may. */
export async function allowSound(): Promise<void> {
  context ??= new AudioContext()
  await context.resume()
}

/** Two tones, as of a counter's bell; nothing while the browser plays nothing. */
export function ring(): void {
  if (!context || isSoundBlocked()) return
  tone(context, 880, 0)
  tone(context, 1_175, 0.18)
}

function tone(audio: AudioContext, hertz: number, delaySeconds: number): void {
  const startsAt = audio.currentTime + delaySeconds
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.4, startsAt)
  gain.gain.exponentialRampToValueAtTime(0.001, startsAt + 0.6)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(startsAt)
  oscillator.stop(startsAt + 0.6)
}
