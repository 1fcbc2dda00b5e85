export {}

declare module '../../failure.ts' {
  interface Failures {
    tooManyItems: NoDetails
    tooManyComments: NoDetails
    tooMuchText: NoDetails
    tooManyLines: NoDetails
    drawingFailed: NoDetails
    refundNotFound: NoDetails
    printingFailed: NoDetails
    printerNotConfigured: NoDetails
    printerNotAvailable: NoDetails
    templateNotFound: NoDetails
  }
}
