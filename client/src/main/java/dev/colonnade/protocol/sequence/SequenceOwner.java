package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/**
 * Column that owns a sequence. The sequence is dropped together with it.
 *
 * @param table empty together with {@code column} if the sequence has no owner
 */
public record SequenceOwner(String table, String column) {
  /** No owner: {@code OWNED BY NONE}. */
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
