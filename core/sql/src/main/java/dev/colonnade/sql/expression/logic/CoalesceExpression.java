package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.OpenRows;
import dev.colonnade.sql.expression.result.ResultCollector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.StringJoiner;

/**
 * COALESCE. An operand is evaluated only for the rows whose operands before it are NULL.
 *
 * @param operands at least one: of the form and scale of {@code type}, or of any form if the form
 *     of {@code type} is OBJECT
 */
public record CoalesceExpression(VectorType type, List<Expression> operands) implements Expression {
  public CoalesceExpression {
    requireNonNull(type, "type is null");
    operands = List.copyOf(operands);
    if (operands.isEmpty()) {
      throw new IllegalArgumentException("COALESCE without operands");
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Expression first = operands.getFirst();
    Vector values = first.evaluate(batch, evaluation);
    if (values.nulls() == null && first.type().form() == type.form()) {
      return values;
    }
    ResultCollector collected = new ResultCollector(type, batch.rowCount());
    OpenRows open = new OpenRows(batch);
    collect(values, first, open, collected);
    for (Expression operand : operands.subList(1, operands.size())) {
      if (open.count() == 0) {
        break;
      }
      collect(operand.evaluate(open.batch(), evaluation), operand, open, collected);
    }
    return collected.vector();
  }

  private static void collect(
      Vector values, Expression operand, OpenRows open, ResultCollector collected) {
    for (int i = 0; i < open.count(); i++) {
      if (values.isNull(i)) {
        open.keep(i);
      } else {
        collected.put(open.row(i), values, i, operand.type());
      }
    }
    open.next();
  }

  @Override
  public boolean isSafe() {
    for (Expression operand : operands) {
      if (!operand.isSafe()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new CoalesceExpression(type, others);
  }

  @Override
  public String sql(List<String> columns) {
    StringJoiner text = new StringJoiner(", ", "COALESCE(", ")");
    operands.forEach(operand -> text.add(operand.sql(columns)));
    return text.toString();
  }
}
