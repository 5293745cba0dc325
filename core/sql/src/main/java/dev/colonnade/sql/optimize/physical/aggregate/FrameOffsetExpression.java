package dev.colonnade.sql.optimize.physical.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Offset of the bound of a window's frame, with its unit. */
record FrameOffsetExpression(FrameOffset.Mode mode, Expression value) implements Expression {
  FrameOffsetExpression {
    requireNonNull(mode, "mode is null");
    requireNonNull(value, "value is null");
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.VOID);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    ZoneId zone = zone(evaluation);
    @Nullable Object[] offsets = new @Nullable Object[batch.rowCount()];
    for (int row = 0; row < offsets.length; row++) {
      offsets[row] = new FrameOffset(mode, values.held(row, value.type()), zone);
    }
    return ObjectVector.of(offsets, offsets.length);
  }

  private static ZoneId zone(Evaluation evaluation) {
    StatementService service = evaluation.services().find(FunctionContext.class.getName());
    return service instanceof FunctionContext context ? context.timeZone() : ZoneOffset.UTC;
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new FrameOffsetExpression(mode, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
