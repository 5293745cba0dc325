package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.OpenRows;
import dev.colonnade.sql.expression.result.ResultCollector;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/**
 * CASE. A condition is evaluated only for the rows that reach it, a result only for the rows of its
 * branch.
 *
 * @param conditions of BOOLEAN, one for each branch but the last
 * @param results of the branches, the last one of ELSE: of the form and scale of {@code type}, or
 *     of any form if the form of {@code type} is OBJECT
 */
public record CaseExpression(VectorType type, List<Expression> conditions, List<Expression> results)
    implements Expression {
  public CaseExpression {
    requireNonNull(type, "type is null");
    conditions = List.copyOf(conditions);
    results = List.copyOf(results);
    if (results.size() != conditions.size() + 1) {
      throw new IllegalArgumentException(
          "conditions=%d results=%d".formatted(conditions.size(), results.size()));
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    ResultCollector collected = new ResultCollector(type, batch.rowCount());
    OpenRows open = new OpenRows(batch);
    for (int branch = 0; branch < conditions.size() && open.count() > 0; branch++) {
      Expression condition = conditions.get(branch);
      BooleanVector chosen = (BooleanVector) condition.evaluate(open.batch(), evaluation);
      collect(chosen, results.get(branch), open, evaluation, collected);
      for (int i = 0; i < open.count(); i++) {
        if (!chosen.isTrue(i)) {
          open.keep(i);
        }
      }
      open.next();
    }
    if (open.count() > 0) {
      Expression last = results.getLast();
      Vector values = last.evaluate(open.batch(), evaluation);
      if (open.areAll() && last.type().form() == type.form()) {
        return values;
      }
      for (int i = 0; i < open.count(); i++) {
        collected.put(open.row(i), values, i, last.type());
      }
    }
    return collected.vector();
  }

  private static void collect(
      BooleanVector chosen,
      Expression result,
      OpenRows open,
      Evaluation evaluation,
      ResultCollector collected) {
    int[] rows = new int[open.count()];
    int count = chosen.select(open.count(), rows);
    if (count == 0) {
      return;
    }
    VectorBatch taken = count == open.count() ? open.batch() : open.batch().gather(rows, count);
    Vector values = result.evaluate(taken, evaluation);
    for (int i = 0; i < count; i++) {
      collected.put(open.row(rows[i]), values, i, result.type());
    }
  }

  @Override
  public boolean isSafe() {
    for (Expression operand : operands()) {
      if (!operand.isSafe()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<Expression> operands() {
    List<Expression> operands = new ArrayList<>(conditions);
    operands.addAll(results);
    return operands;
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new CaseExpression(
        type,
        others.subList(0, conditions.size()),
        others.subList(conditions.size(), others.size()));
  }

  @Override
  public String sql(List<String> columns) {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i < conditions.size(); i++) {
      text.append(" WHEN ").append(conditions.get(i).sql(columns));
      text.append(" THEN ").append(results.get(i).sql(columns));
    }
    return text.append(" ELSE ").append(results.getLast().sql(columns)).append(" END").toString();
  }
}
