package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.schema.KeyColumn;
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
        || definition.expressions().stream()
            .anyMatch(expression -> expression.columnIds().contains(columnId))
        || definition.columns().stream().anyMatch(column -> column.columnId() == columnId);
  }

  Index withState(IndexState other) {
    return new Index(id, name, definition, other);
  }

  Index withName(String other) {
    return new Index(id, other, definition, state);
  }

  Index withDefinition(Definition other) {
    return new Index(id, name, other, state);
  }

  /**
   * What an index is of.
   *
   * @param columns of its key, in their order; those that are expressions by their ids
   * @param included ids of columns that are kept beside the key
   * @param expressions the columns of the key that are no columns of the table
   * @param condition of which rows there are entries; null for all
   */
  public record Definition(
      IndexKind kind,
      List<KeyColumn> columns,
      List<Integer> included,
      List<IndexExpression> expressions,
      @Nullable Condition condition) {
    public Definition {
      requireNonNull(kind, "kind is null");
      columns = List.copyOf(columns);
      included = List.copyOf(included);
      expressions = List.copyOf(expressions);
      for (KeyColumn column : columns) {
        int id = column.columnId();
        if (IndexExpression.isId(id) && IndexExpression.placeOf(id) >= expressions.size()) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "an index has no such expression: columnId=" + id);
        }
      }
      Set<Integer> seen = new HashSet<>();
      boolean isOnce = columns.stream().allMatch(column -> seen.add(column.columnId()));
      if (columns.isEmpty() || !isOnce) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "an index has columns, each of them once");
      }
    }

    /** An index of all rows, with nothing but its columns. */
    public static Definition of(IndexKind kind, List<KeyColumn> columns) {
      return of(kind, columns, List.of());
    }

    /** An index of all rows, with columns of the table only. */
    public static Definition of(IndexKind kind, List<KeyColumn> columns, List<Integer> included) {
      return new Definition(kind, columns, included, List.of(), null);
    }

    /** The expression that a column of the key is; null if it is a column of the table. */
    public @Nullable IndexExpression expression(KeyColumn column) {
      return IndexExpression.isId(column.columnId())
          ? expressions.get(IndexExpression.placeOf(column.columnId()))
          : null;
    }

    /** The same for all rows that another condition holds of. */
    public Definition withCondition(@Nullable Condition other) {
      return new Definition(kind, columns, included, expressions, other);
    }

    /** The same with its expressions in other words. */
    public Definition withExpressions(List<IndexExpression> others) {
      return new Definition(kind, columns, included, others, condition);
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
