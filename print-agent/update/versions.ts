/** Whether a version such as 1.10.0 is later than another. */
export function isLater(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map((each) => each.split('.').map(Number))
  const at = ours?.findIndex((part, index) => part !== theirs?.[index]) ?? -1
  return at !== -1 && (ours?.[at] ?? 0) > (theirs?.[at] ?? 0)
}
