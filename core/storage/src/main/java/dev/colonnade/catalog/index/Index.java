package dev.colonnade.catalog.index;

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
 * Stored definition of an index.
 *
 * @param id follows the table id in the keys of the entries; never reused within its table
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

  /** Returns whether the index depends on the column. */
  public boolean uses(int columnId) {
    return definition.included().contains(columnId)
        || definition.predicateColumns().contains(columnId)
        || definition.expressions().stream()
            .anyMatch(expression -> expression.columnIds().contains(columnId))
        || definition.columns().stream().anyMatch(column -> column.columnId() == columnId);
  }

  public Index withId(int other) {
    return new Index(other, name, definition, state);
  }

  public Index withState(IndexState other) {
    return new Index(id, name, definition, other);
  }

  public Index withName(String other) {
    return new Index(id, other, definition, state);
  }

  public Index withDefinition(Definition other) {
    return new Index(id, name, other, state);
  }

  /**
   * Columns, expressions and predicate of an index.
   *
   * @param columns key columns in their order; expressions by their ids, see {@link
   *     IndexExpression#idAt}
   * @param included ids of the INCLUDE columns, which are stored in the value of an entry
   * @param expressions expressions of the key
   * @param predicate predicate of a partial index; null if all rows have entries
   * @param nullsDistinct whether a key with a NULL equals no other key
   */
  public record Definition(
      IndexKind kind,
      List<KeyColumn> columns,
      List<Integer> included,
      List<IndexExpression> expressions,
      @Nullable Predicate predicate,
      boolean nullsDistinct) {
    public Definition {
      requireNonNull(kind, "kind is null");
      columns = List.copyOf(columns);
      included = List.copyOf(included);
      expressions = List.copyOf(expressions);
      for (KeyColumn column : columns) {
        int id = column.columnId();
        if (IndexExpression.isId(id) && IndexExpression.positionOf(id) >= expressions.size()) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "index has no expression with this id: columnId=" + id);
        }
      }
      Set<Integer> seen = new HashSet<>();
      boolean isDistinct = columns.stream().allMatch(column -> seen.add(column.columnId()));
      if (columns.isEmpty() || !isDistinct) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "index must have distinct columns, at least one: columns=" + columns);
      }
    }

    /** Creates an index whose NULLs are distinct. */
    public Definition(
        IndexKind kind,
        List<KeyColumn> columns,
        List<Integer> included,
        List<IndexExpression> expressions,
        @Nullable Predicate predicate) {
      this(kind, columns, included, expressions, predicate, true);
    }

    /** Returns an index of all rows without INCLUDE columns and expressions. */
    public static Definition of(IndexKind kind, List<KeyColumn> columns) {
      return of(kind, columns, List.of());
    }

    /** Returns an index of all rows without expressions. */
    public static Definition of(IndexKind kind, List<KeyColumn> columns, List<Integer> included) {
      return new Definition(kind, columns, included, List.of(), null);
    }

    /** Returns the expression of a key column; null if it is a column of the table. */
    public @Nullable IndexExpression expression(KeyColumn column) {
      return IndexExpression.isId(column.columnId())
          ? expressions.get(IndexExpression.positionOf(column.columnId()))
          : null;
    }

    /** Returns the definition with another kind. */
    public Definition withKind(IndexKind other) {
      return new Definition(other, columns, included, expressions, predicate, nullsDistinct);
    }

    /** Returns the definition with another predicate. */
    public Definition withPredicate(@Nullable Predicate other) {
      return new Definition(kind, columns, included, expressions, other, nullsDistinct);
    }

    /** Returns the definition with other texts of its expressions. */
    public Definition withExpressions(List<IndexExpression> others) {
      return new Definition(kind, columns, included, others, predicate, nullsDistinct);
    }

    /** Returns the definition with NULLs that are distinct or not. */
    public Definition withNullsDistinct(boolean other) {
      return new Definition(kind, columns, included, expressions, predicate, other);
    }

    List<Integer> predicateColumns() {
      return predicate == null ? List.of() : predicate.columnIds();
    }
  }

  /**
   * Predicate of a partial index: rows have entries only if it is true.
   *
   * @param expression SQL text
   * @param columnIds ids of the columns that it references
   */
  public record Predicate(String expression, List<Integer> columnIds) {
    public Predicate {
      requireNonNull(expression, "expression is null");
      columnIds = List.copyOf(columnIds);
    }
  }
}
