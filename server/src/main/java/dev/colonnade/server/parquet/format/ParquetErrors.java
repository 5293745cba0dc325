package dev.colonnade.server.parquet.format;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Errors of Parquet files. */
public final class ParquetErrors {
  private ParquetErrors() {}

  /** Returns the error of bytes that no writer of the format produces. */
  public static ColonnadeException malformed(String reason) {
    return new ColonnadeException(
        ErrorCode.BAD_COPY_DATA, "the file is not valid Parquet data: " + reason);
  }

  /** Returns the error of a valid file that this reader does not read. */
  public static ColonnadeException unsupported(String reason) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, "the Parquet file cannot be read: " + reason);
  }

  /** Returns the error of a file whose parts need too much memory. */
  public static ColonnadeException tooLarge(String reason) {
    return new ColonnadeException(
        ErrorCode.LIMIT_EXCEEDED, "the Parquet file cannot be read: " + reason);
  }
}
