package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.SharedRows;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Operator that reads the rows of a common table expression, which are computed once for all of its
 * readers, and only as far as one of them reads.
 */
public final class CteOperator extends Operator {
  private final SharedRows rows;
  private SharedRows.@Nullable Reader reader;

  /**
   * Creates the operator.
   *
   * @param rows closed by the query, not by this operator
   */
  public CteOperator(QueryContext query, SharedRows rows) {
    super(query);
    this.rows = requireNonNull(rows, "rows is null");
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (reader == null) {
      reader = rows.reader();
    }
    return reader.next();
  }
}
