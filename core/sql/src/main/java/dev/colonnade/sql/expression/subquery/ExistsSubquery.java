package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** EXISTS: whether a subquery has a row. */
public record ExistsSubquery(SubqueryCall call) implements SubqueryExpression {
  public ExistsSubquery {
    requireNonNull(call, "call is null");
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    SubqueryCall.Results<Boolean> results = call.results(this, evaluation, new RowReader());
    boolean[] values = new boolean[batch.rowCount()];
    for (int row = 0; row < values.length; row++) {
      values[row] = results.of(batch, row, evaluation);
    }
    return new BooleanVector(values, null);
  }

  private record RowReader() implements SubqueryCall.Reader<Boolean> {
    @Override
    public Boolean read(SubqueryRows rows, ResultMemory memory) {
      return rows.next() != null;
    }

    @Override
    public long weight(Boolean result) {
      return 1;
    }
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  public String sql(List<String> columns) {
    return "EXISTS(" + call.plan().name() + ")";
  }
}
