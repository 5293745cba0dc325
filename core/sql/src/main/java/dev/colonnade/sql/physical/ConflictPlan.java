package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ON CONFLICT of an INSERT.
 *
 * @param arbiters unique keys that detect conflicts; an update has one
 * @param update of the existing row; null for DO NOTHING
 */
public record ConflictPlan(List<Arbiter> arbiters, @Nullable Update update) {
  public ConflictPlan(List<Arbiter> arbiters, @Nullable Update update) {
    this.arbiters = List.copyOf(arbiters);
    this.update = update;
  }

  /**
   * Unique key that detects conflicts. The values of a key are those of its columns, then those of
   * its expressions.
   *
   * @param predicate of a partial index: rows that the key applies to; null for all
   * @param indexName name of the unique index, or of the primary key
   * @param nullsDistinct whether rows with a NULL in the key are in conflict with no row
   * @param probe returns a row if there is a row with the key, whose values are the parameters
   */
  public record Arbiter(
      List<Column> columns,
      List<KeyExpression> expressions,
      @Nullable RowPredicate predicate,
      String indexName,
      boolean nullsDistinct,
      StatementPart probe) {
    public Arbiter(
        List<Column> columns,
        List<KeyExpression> expressions,
        @Nullable RowPredicate predicate,
        String indexName,
        boolean nullsDistinct,
        StatementPart probe) {
      this.columns = List.copyOf(columns);
      this.expressions = List.copyOf(expressions);
      this.predicate = predicate;
      this.indexName = requireNonNull(indexName, "indexName is null");
      this.nullsDistinct = nullsDistinct;
      this.probe = requireNonNull(probe, "probe is null");
    }
  }

  /**
   * Expression of a unique index.
   *
   * @param columnIds columns that it reads
   */
  public record KeyExpression(RowExpression expression, List<Integer> columnIds) {
    public KeyExpression {
      requireNonNull(expression, "expression is null");
      columnIds = List.copyOf(columnIds);
    }
  }

  /**
   * DO UPDATE.
   *
   * @param assigned columns that get values
   * @param isSelective whether {@code rows} may return no row although there is one with the key
   * @param rows returns the key of the existing row, the new values, and the columns of RETURNING;
   *     no row if the WHERE clause is not true. Its parameters are those of the statement, then the
   *     values of all columns of the row that was to be inserted, then those of the expressions of
   *     the key
   */
  public record Update(List<Column> assigned, boolean isSelective, StatementPart rows) {
    public Update {
      assigned = List.copyOf(assigned);
      requireNonNull(rows, "rows is null");
    }
  }
}
