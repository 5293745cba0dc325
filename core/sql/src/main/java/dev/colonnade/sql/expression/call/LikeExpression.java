package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** LIKE with a constant pattern, with the backslash as escape. */
public record LikeExpression(Expression value, Expression pattern) implements Expression {
  private static final int CHECK_ROWS = 256;

  public LikeExpression {
    requireNonNull(value, "value is null");
    if (value.type().form() != VectorType.Form.TEXT || !pattern.isConstant()) {
      throw new IllegalArgumentException("not a text and a constant: " + value + " " + pattern);
    }
  }

  private record Compiled(@Nullable String text, @Nullable LikePattern pattern) {}

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    TextVector texts = (TextVector) value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    boolean[] result = new boolean[count];
    if (count == 0) {
      return new BooleanVector(result, null);
    }
    if (evaluation.hasParameterColumns()) {
      return evaluatePatterns(texts, pattern.evaluate(batch, evaluation), count);
    }
    Compiled compiled = evaluation.state(this, Compiled.class, () -> compiled(evaluation));
    if (compiled.text() == null) {
      return new BooleanVector(result, Nulls.all(count));
    }
    int[] rowsOfCodes = texts.rowsOfCodes();
    if (rowsOfCodes != null) {
      return new BooleanVector(
          matches(compiled, compiled.text(), texts, rowsOfCodes), texts.nulls());
    }
    for (int row = 0; row < count; row++) {
      if (row % CHECK_ROWS == 0) {
        evaluation.cancellation().check();
      }
      result[row] = !texts.isNull(row) && matches(compiled, compiled.text(), texts, row);
    }
    return new BooleanVector(result, texts.nulls());
  }

  /** Returns the value of each row, of which some of the same text are matched only once. */
  private static boolean[] matches(
      Compiled compiled, String text, TextVector texts, int[] rowsOfCodes) {
    boolean[] matching = new boolean[rowsOfCodes.length];
    for (int code = 0; code < matching.length; code++) {
      int row = rowsOfCodes[code];
      matching[code] = row != Vector.NO_ROW && matches(compiled, text, texts, row);
    }
    return texts.valuesOfRows(matching);
  }

  /** Returns the value of each row with its own pattern. */
  private Vector evaluatePatterns(TextVector texts, Vector patterns, int count) {
    boolean[] result = new boolean[count];
    boolean[] nulls = new boolean[count];
    Compiled compiled = new Compiled(null, null);
    for (int row = 0; row < count; row++) {
      String text = (String) patterns.held(row, pattern.type());
      if (!Objects.equals(text, compiled.text())) {
        compiled = compiled(text);
      }
      nulls[row] = text == null || texts.isNull(row);
      result[row] = text != null && !texts.isNull(row) && matches(compiled, text, texts, row);
    }
    return new BooleanVector(result, Nulls.compact(nulls, count));
  }

  private Compiled compiled(Evaluation evaluation) {
    return compiled((String) evaluation.value(pattern));
  }

  private static Compiled compiled(@Nullable String text) {
    return new Compiled(text, text == null ? null : LikePattern.of(text));
  }

  private static boolean matches(Compiled compiled, String text, TextVector texts, int row) {
    LikePattern pattern = compiled.pattern();
    return pattern == null ? Texts.like(texts.text(row), text) : pattern.matches(texts, row);
  }

  @Override
  public List<Expression> operands() {
    return List.of(value, pattern);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new LikeExpression(others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + " ~~ " + pattern.sql(columns) + ")";
  }
}
