package dev.colonnade.scan.column;

/**
 * Where the values of one column of a {@link ColumnBatch} lie. The addresses are valid as long as
 * the batch is open.
 *
 * @param validity the validity bits; {@link #NOWHERE} if there is no NULL
 * @param values values, or offsets of values of variable width
 * @param bytes bytes of variable width; {@link #NOWHERE} if the column is of fixed width
 */
public record ColumnVector(long validity, long values, long bytes) {
  /** No address. */
  public static final long NOWHERE = 0;
}
