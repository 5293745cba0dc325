package dev.colonnade.sql.system;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An index, as {@code pg_index} lists it.
 *
 * @param relation the index itself
 * @param keys numbers of the table's columns, those of the key first; 0 for an expression
 * @param keyCount how many of them are of the key
 * @param expressions those of the key, in their order
 * @param descending for each column of the key
 * @param isImmediate whether no two rows are ever alike, not even within a transaction
 * @param predicate the condition of a partial index, or null
 */
record IndexEntry(
    Relation relation,
    Relation table,
    List<Integer> keys,
    int keyCount,
    List<String> expressions,
    List<Boolean> descending,
    boolean isUnique,
    boolean isPrimary,
    boolean isImmediate,
    @Nullable String predicate) {
  /** What {@code indoption} says of a descending column: nulls come first there. */
  static final int DESCENDING_NULLS_FIRST = 3;

  /** What {@code indkey} says where an expression is. */
  static final int EXPRESSION = 0;

  IndexEntry {
    keys = List.copyOf(keys);
    expressions = List.copyOf(expressions);
    descending = List.copyOf(descending);
  }

  /** The same with its expressions and its predicate in other words. */
  IndexEntry inWords(UnaryOperator<String> words) {
    return new IndexEntry(
        relation,
        table,
        keys,
        keyCount,
        expressions.stream().map(words).toList(),
        descending,
        isUnique,
        isPrimary,
        isImmediate,
        predicate == null ? null : words.apply(predicate));
  }

  /** The expression at a place of the key, from 0; null if a column of the table is there. */
  @Nullable String expression(int place) {
    if (keys.get(place) != EXPRESSION) {
      return null;
    }
    long before = keys.subList(0, place).stream().filter(key -> key == EXPRESSION).count();
    return expressions.get((int) before);
  }
}
