package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.Table;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Index as listed by {@code pg_index}.
 *
 * @param relation the relation of the index
 * @param keys column numbers of the table, key columns first; 0 for an expression
 * @param keyCount the number of key columns
 * @param expressions the expressions of the key, in key order
 * @param descending sort direction of each key column
 * @param nullsDistinct whether keys with a NULL equal no other key
 * @param isImmediate whether uniqueness is enforced immediately, and not at commit
 * @param predicate the predicate of a partial index, or null
 */
public record IndexEntry(
    SystemRelation relation,
    SystemRelation table,
    List<Integer> keys,
    int keyCount,
    List<String> expressions,
    List<Boolean> descending,
    boolean isUnique,
    boolean nullsDistinct,
    boolean isPrimary,
    boolean isImmediate,
    @Nullable String predicate) {
  /** Value of {@code indoption} for a descending column, which sorts NULLs first. */
  public static final int DESCENDING_NULLS_FIRST = 3;

  /** Value of {@code indkey} for an expression. */
  static final int EXPRESSION = 0;

  public IndexEntry {
    keys = List.copyOf(keys);
    expressions = List.copyOf(expressions);
    descending = List.copyOf(descending);
  }

  /** Returns a copy with its expressions and its predicate mapped. */
  IndexEntry mapExpressions(UnaryOperator<String> mapping) {
    return new IndexEntry(
        relation,
        table,
        keys,
        keyCount,
        expressions.stream().map(mapping).toList(),
        descending,
        isUnique,
        nullsDistinct,
        isPrimary,
        isImmediate,
        predicate == null ? null : mapping.apply(predicate));
  }

  /** Returns the target of the comment on the index; null for an index of the system. */
  public @Nullable CommentTarget commentTarget() {
    Table owner = table.table();
    return owner == null ? null : CommentTarget.index(owner.id(), relation.name());
  }

  /** Returns the expression at a key position from 0; null if a table column is there. */
  public @Nullable String expression(int position) {
    if (keys.get(position) != EXPRESSION) {
      return null;
    }
    long before = keys.subList(0, position).stream().filter(key -> key == EXPRESSION).count();
    return expressions.get((int) before);
  }
}
