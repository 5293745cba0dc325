package dev.colonnade.sql.vector.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.plan.lower.ConstantEvaluator;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Row-independent values, evaluated once in a run. One thread. */
public final class Constants {
  private final ConstantEvaluator evaluator;
  private final StatementServices services;
  private final Map<RexNode, Held> values = new HashMap<>();

  public Constants(ConstantEvaluator evaluator, StatementServices services) {
    this.evaluator = requireNonNull(evaluator, "evaluator is null");
    this.services = requireNonNull(services, "services is null");
  }

  /** Returns the services of the statement for functions. */
  StatementServices services() {
    return services;
  }

  /** The value of an expression without columns, as statements hold it. */
  public @Nullable Object value(RexNode node) {
    return values.computeIfAbsent(node, some -> new Held(evaluator.evaluate(some))).value;
  }

  /** Returns the value of an expression without columns, evaluated again. */
  public @Nullable Object evaluate(RexNode node) {
    return evaluator.evaluate(node);
  }

  /** The value as a vector with as many rows. */
  Vector vector(RexNode node, VectorType type, int count) {
    Object value = value(node);
    Held held = requireNonNull(values.get(node), "value is missing");
    Vector made = held.vector;
    if (made == null || held.count < count) {
      made = repeat(value, type, count);
      held.vector = made;
      held.count = count;
    }
    return made;
  }

  private static Vector repeat(@Nullable Object value, VectorType type, int count) {
    boolean[] nulls = null;
    if (value == null) {
      nulls = new boolean[count];
      Arrays.fill(nulls, true);
    }
    return switch (type.form()) {
      case LONG -> longs(value, type, count, nulls);
      case DOUBLE -> {
        double[] all = new double[count];
        Arrays.fill(all, value == null ? 0 : ((Number) value).doubleValue());
        yield new DoubleVector(all, nulls);
      }
      case BOOLEAN -> {
        boolean[] all = new boolean[count];
        Arrays.fill(all, value != null && (Boolean) value);
        yield new BooleanVector(all, nulls);
      }
      case TEXT -> {
        byte[] text = value == null ? new byte[0] : utf8(value);
        int[] lengths = new int[count];
        Arrays.fill(lengths, text.length);
        yield new TextVector(text, new int[count], lengths, nulls);
      }
      case OBJECT -> objects(value, count);
    };
  }

  private static Vector longs(
      @Nullable Object value, VectorType type, int count, boolean @Nullable [] nulls) {
    Long number = value == null ? (Long) 0L : type.longOf(value);
    if (number == null) {
      return objects(value, count);
    }
    long[] all = new long[count];
    Arrays.fill(all, number);
    return new LongVector(all, nulls);
  }

  private static ObjectVector objects(@Nullable Object value, int count) {
    @Nullable Object[] all = new @Nullable Object[count];
    Arrays.fill(all, value);
    return ObjectVector.of(all, count);
  }

  private static byte[] utf8(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  private static final class Held {
    private final @Nullable Object value;
    private @Nullable Vector vector;
    private int count;

    Held(@Nullable Object value) {
      this.value = value;
    }
  }
}
