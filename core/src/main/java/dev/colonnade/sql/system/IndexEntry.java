package dev.colonnade.sql.system;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index, as {@code pg_index} lists it.
 *
 * @param relation the index itself
 * @param keys numbers of the table's columns, those of the key first
 * @param keyCount how many of them are of the key
 * @param descending for each column of the key
 * @param isImmediate whether no two rows are ever alike, not even within a transaction
 * @param predicate the condition of a partial index, or null
 */
record IndexEntry(
    Relation relation,
    Relation table,
    List<Integer> keys,
    int keyCount,
    List<Boolean> descending,
    boolean isUnique,
    boolean isPrimary,
    boolean isImmediate,
    @Nullable String predicate) {
  /** What {@code indoption} says of a descending column: nulls come first there. */
  static final int DESCENDING_NULLS_FIRST = 3;

  IndexEntry {
    keys = List.copyOf(keys);
    descending = List.copyOf(descending);
  }
}
