package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Subquery over a projection of the rows: its outer rows have only the columns that it reads, so
 * that rows with equal columns share a result.
 *
 * @param columns of the projection
 * @param inner the subquery over the columns
 */
public record ProjectedSubquery(List<Expression> columns, Expression inner) implements Expression {
  public ProjectedSubquery {
    columns = List.copyOf(columns);
    requireNonNull(inner, "inner is null");
  }

  @Override
  public VectorType type() {
    return inner.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector[] vectors = new Vector[columns.size()];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns.get(i).evaluate(batch, evaluation);
    }
    return inner.evaluate(new VectorBatch(batch.rowCount(), vectors), evaluation);
  }

  @Override
  public List<Expression> operands() {
    return columns;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new ProjectedSubquery(others, inner);
  }

  @Override
  public String sql(List<String> names) {
    return inner.sql(columns.stream().map(column -> column.sql(names)).toList());
  }

  @Override
  public boolean isVolatile() {
    return inner.isVolatile();
  }

  @Override
  public @Nullable Subquery subquery() {
    return inner.subquery();
  }
}
