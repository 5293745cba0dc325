package dev.colonnade.scan.column;

/**
 * Addresses of the values of one column of a {@link ColumnBatch}. They are valid while the batch is
 * open.
 *
 * @param validity address of the validity bitmap; {@link #NO_ADDRESS} if there is no NULL
 * @param values address of the values, or of the offsets of variable-width values
 * @param bytes address of variable-width bytes; {@link #NO_ADDRESS} if the column is of fixed width
 */
public record ColumnVector(long validity, long values, long bytes) {
  /** No address. */
  public static final long NO_ADDRESS = 0;
}
