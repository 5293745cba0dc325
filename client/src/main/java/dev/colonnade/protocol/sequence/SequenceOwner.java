package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/**
 * The column that a sequence belongs to, and is dropped with.
 *
 * @param table empty together with {@code column} if it belongs to none
 */
public record SequenceOwner(String table, String column) {
  /** {@code OWNED BY NONE}. */
  public static final SequenceOwner NONE = new SequenceOwner("", "");

  public SequenceOwner {
    requireNonNull(table, "table is null");
    requireNonNull(column, "column is null");
    if (table.isEmpty() != column.isEmpty()) {
      throw new IllegalArgumentException(
          "owner is a column of a table or none: table=" + table + " column=" + column);
    }
  }

  public boolean isNone() {
    return table.isEmpty();
  }
}
