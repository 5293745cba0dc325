package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.KeyColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index as it is kept in the catalogue.
 *
 * @param id stands in the keys of its entries, behind the table's; never used again in its table
 */
public record Index(int id, String name, Definition definition, IndexState state) {
  public Index {
    if (id <= KeyLayout.PRIMARY_INDEX_ID || id > KeyLayout.INDEX_ID_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "index id out of range: id=" + id + " idMax=" + KeyLayout.INDEX_ID_MAX);
    }
    requireNonNull(name, "name is null");
    requireNonNull(definition, "definition is null");
    requireNonNull(state, "state is null");
  }

  public boolean isUnique() {
    return definition.kind().isUnique();
  }

  public boolean isReady() {
    return state == IndexState.READY;
  }

  /** Whether the index needs the column. */
  public boolean uses(int columnId) {
    return definition.included().contains(columnId)
        || definition.conditionColumns().contains(columnId)
        || definition.columns().stream().anyMatch(column -> column.columnId() == columnId);
  }

  Index withState(IndexState other) {
    return new Index(id, name, definition, other);
  }

  Index withName(String other) {
    return new Index(id, other, definition, state);
  }

  Index withConditionText(String expression) {
    Definition other =
        new Definition(
            definition.kind(),
            definition.columns(),
            definition.included(),
            new Condition(expression, definition.conditionColumns()));
    return new Index(id, name, other, state);
  }

  /**
   * What an index is of.
   *
   * @param columns of its key, in their order
   * @param included ids of columns that are kept beside the key
   * @param condition of which rows there are entries; null for all
   */
  public record Definition(
      IndexKind kind,
      List<KeyColumn> columns,
      List<Integer> included,
      @Nullable Condition condition) {
    public Definition {
      requireNonNull(kind, "kind is null");
      columns = List.copyOf(columns);
      included = List.copyOf(included);
      Set<Integer> seen = new HashSet<>();
      boolean isOnce = columns.stream().allMatch(column -> seen.add(column.columnId()));
      if (columns.isEmpty() || !isOnce) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "an index has columns, each of them once");
      }
    }

    /** An index of all rows, with nothing but its columns. */
    public static Definition of(IndexKind kind, List<KeyColumn> columns) {
      return new Definition(kind, columns, List.of(), null);
    }

    List<Integer> conditionColumns() {
      return condition == null ? List.of() : condition.columnIds();
    }
  }

  /**
   * Of which rows a partial index has entries.
   *
   * @param expression of SQL
   * @param columnIds the columns that it is about
   */
  public record Condition(String expression, List<Integer> columnIds) {
    public Condition {
      requireNonNull(expression, "expression is null");
      columnIds = List.copyOf(columnIds);
    }
  }
}
