package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
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

  /** Returns the queries of the arbiters and of the update. */
  public List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    arbiters.forEach(arbiter -> queries.add(arbiter.probe()));
    if (update != null) {
      queries.add(update.rows());
    }
    return queries;
  }

  /**
   * Query for the rows that are in conflict with proposed rows. Both plans return the same rows.
   *
   * @param one for one proposed row, whose values are its last parameters
   * @param many for many; null if that is not cheaper, or if expressions are volatile
   */
  public record Query(StatementPart one, @Nullable Batch many) {
    public Query {
      requireNonNull(one, "one is null");
    }
  }

  /**
   * Query for the rows that are in conflict with many proposed rows.
   *
   * @param name of the {@link ScanPlan.NamedRowsScan} of the proposed rows, which has their numbers
   *     and their values
   * @param types of the values
   * @param rows the first column is the number of the proposed row, the others are those of the
   *     query for one
   * @param rowCountMin number of proposed rows from which on it is cheaper than a query for each
   */
  public record Batch(String name, List<SqlType> types, StatementPart rows, int rowCountMin) {
    /** Most proposed rows of one execution. */
    public static final int ROW_COUNT_MAX = 32_768;

    /** With fewer proposed rows it is not worth to plan the query. */
    public static final int ROW_COUNT_LEAST = 16;

    public Batch {
      requireNonNull(name, "name is null");
      types = List.copyOf(types);
      requireNonNull(rows, "rows is null");
    }
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
      Query probe) {
    public Arbiter(
        List<Column> columns,
        List<KeyExpression> expressions,
        @Nullable RowPredicate predicate,
        String indexName,
        boolean nullsDistinct,
        Query probe) {
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
   *     no row if the WHERE clause is not true. The parameters for one proposed row are those of
   *     the statement, then the values of all its columns, then those of the expressions of the key
   */
  public record Update(List<Column> assigned, boolean isSelective, Query rows) {
    public Update {
      assigned = List.copyOf(assigned);
      requireNonNull(rows, "rows is null");
    }
  }
}
