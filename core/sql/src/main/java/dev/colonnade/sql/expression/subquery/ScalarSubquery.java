package dev.colonnade.sql.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.function.scalar.ScalarSubqueryFunctions;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Value of the only row of a subquery of one column; NULL if it has no row. */
public record ScalarSubquery(SubqueryCall call) implements SubqueryExpression {
  public ScalarSubquery {
    requireNonNull(call, "call is null");
    if (call.plan().types().size() != 1) {
      throw new IllegalArgumentException("not one column: " + call.plan().types());
    }
  }

  private record Value(@Nullable Object held) {}

  @Override
  public VectorType type() {
    return call.plan().types().getFirst();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    SubqueryCall.Results<Value> results = call.results(this, evaluation, new ValueReader(type()));
    @Nullable Object[] values = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < values.length; row++) {
      values[row] = results.of(batch, row, evaluation).held();
    }
    return VectorBuilder.vectorOf(values, type());
  }

  private record ValueReader(VectorType type) implements SubqueryCall.Reader<Value> {
    @Override
    public Value read(SubqueryRows rows, ResultMemory memory) {
      VectorBatch first = rows.next();
      if (first == null) {
        return new Value(null);
      }
      if (first.rowCount() > 1 || rows.next() != null) {
        throw ScalarSubqueryFunctions.moreThanOneRow();
      }
      return new Value(first.column(0).held(0, type));
    }

    @Override
    public long weight(Value result) {
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
    return "(" + call.plan().name() + ")";
  }
}
