/**
 * A program in which types that are written out in the package, but differ from those that
 * are inferred from the declarations, are an error. A query's parameters are texts in the
 * declarations and more exact in the package, so only their names are compared.
 */
export const sameTypes = (declared: string, packaged: string): string => `
import type { Api as Declared, ReceivedPayment as DeclaredPayment } from '${declared}'
import type { Api as Packaged, ReceivedPayment as PackagedPayment } from '${packaged}'

type Flat<T> = T extends Blob
  ? T
  : T extends object
    ? { [Key in keyof T]: Flat<T[Key]> }
    : T

type Same<One, Other> =
  (<T>() => T extends Flat<One> ? 1 : 2) extends <T>() => T extends Flat<Other> ? 1 : 2
    ? true
    : false

type Part<Types, Name extends string> = Name extends keyof Types ? Types[Name] : 'absent'

type Differences = {
  [Group in keyof Packaged]: {
    [Name in keyof Packaged[Group]]: [
      Same<Part<Packaged[Group][Name], 'body'>, Part<Declare<Group, Name>, 'body'>>,
      Same<Part<Packaged[Group][Name], 'output'>, Part<Declare<Group, Name>, 'output'>>,
      Same<Names<Packaged[Group][Name]>, Names<Declare<Group, Name>>>,
    ] extends [true, true, true]
      ? never
      : Name
  }[keyof Packaged[Group]]
}[keyof Packaged]

type Declare<Group, Name> = Part<Part<Declared, Group & string>, Name & string>

type Names<Types> = keyof NonNullable<Part<Types, 'query'>>

declare const differences: Differences
export const none: never = differences
type Values<T> = { [Key in keyof T]-?: NonNullable<T[Key]> }
export const payments: Same<Values<DeclaredPayment>, Values<PackagedPayment>> = true
`
