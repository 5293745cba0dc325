package dev.colonnade.sql.plan.lower;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.library.temporal.TimeZoneCasts;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Evaluator of lowered expressions without columns, or over the columns of one row. */
public final class ConstantEvaluator {
  private static final @Nullable Object[] NO_ROW = {};

  /** Whose functions are sums and casts. */
  private static final Set<Class<?>> QUICK =
      Set.of(Casts.class, CheckedArithmetic.class, DateTimeFunctions.class, TimeZoneCasts.class);

  private final IntFunction<@Nullable Object> parameters;
  private final StatementServices services;
  private final @Nullable Object[] row;

  /**
   * An evaluator for one execution.
   *
   * @param parameters the held value of a parameter, by its number from 0
   */
  public ConstantEvaluator(IntFunction<@Nullable Object> parameters, StatementServices services) {
    this(parameters, services, NO_ROW);
  }

  private ConstantEvaluator(
      IntFunction<@Nullable Object> parameters,
      StatementServices services,
      @Nullable Object[] row) {
    this.parameters = parameters;
    this.services = services;
    this.row = row;
  }

  /** The same over a row: the held values of the columns that expressions look at. */
  public ConstantEvaluator over(@Nullable Object[] columns) {
    return new ConstantEvaluator(parameters, services, columns);
  }

  /** Returns whether an expression consists of literals, parameters and our functions only. */
  public static boolean accepts(RexNode node) {
    return switch (node) {
      case RexLiteral _ -> true;
      case RexDynamicParam _ -> true;
      case RexCall call ->
          (isStable(call) || call.getKind() == SqlKind.CAST)
              && call.operands.stream().allMatch(ConstantEvaluator::accepts);
      default -> false;
    };
  }

  /** Returns whether the evaluation takes only a few steps and never waits: sums and casts. */
  public static boolean isQuick(RexNode node) {
    return switch (node) {
      case RexInputRef _, RexLiteral _, RexDynamicParam _ -> true;
      case RexCall call ->
          (call.getKind() == SqlKind.CAST
                  || (call.getOperator() instanceof RuntimeFunction function
                      && QUICK.contains(function.owner())))
              && call.operands.stream().allMatch(ConstantEvaluator::isQuick);
      default -> false;
    };
  }

  /**
   * Returns whether an expression is evaluated as generated code would evaluate it, possibly again
   * for each row.
   */
  public static boolean canEvaluate(RexNode node) {
    return canEvaluate(node, false);
  }

  /**
   * Variant of {@link #canEvaluate(RexNode)} for an expression that may read columns of one row.
   */
  public static boolean canEvaluateOverRow(RexNode node) {
    return canEvaluate(node, true);
  }

  private static boolean canEvaluate(RexNode node, boolean hasRow) {
    return switch (node) {
      case RexInputRef _ -> hasRow;
      case RexLiteral literal -> literal.isNull() || hasLiterals(TypeKind.of(literal.getType()));
      case RexDynamicParam _ -> true;
      case RexCall call ->
          (call.getOperator() instanceof RuntimeFunction || isPlainCast(call))
              && call.operands.stream().allMatch(operand -> canEvaluate(operand, hasRow));
      default -> false;
    };
  }

  private static boolean hasLiterals(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN,
          SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          NUMERIC,
          TEXT,
          VARCHAR,
          CHAR,
          BYTEA,
          DATE ->
          true;
      default -> false;
    };
  }

  private static boolean isPlainCast(RexCall call) {
    if (call.getKind() != SqlKind.CAST) {
      return false;
    }
    RexNode operand = call.operands.getFirst();
    TypeKind from = TypeKind.of(operand.getType());
    TypeKind to = TypeKind.of(call.getType());
    return from == to
        || (operand instanceof RexLiteral literal && literal.isNull())
        || (from.isText() && to.isText())
        || (from.isInteger() && to.isInteger() && from.compareTo(to) < 0);
  }

  /** The held value of an expression. */
  public @Nullable Object evaluate(RexNode node) {
    return switch (node) {
      case RexLiteral literal -> literalOf(literal);
      case RexDynamicParam parameter -> parameters.apply(parameter.getIndex());
      case RexInputRef column -> row[column.getIndex()];
      case RexCall call -> evaluateCall(call);
      default -> throw new IllegalStateException("not a constant: " + node);
    };
  }

  /**
   * Variant of {@link #evaluate} that returns exactly the class of the type's internal
   * representation.
   */
  public @Nullable Object held(RexNode node) {
    Object value = evaluate(node);
    return value instanceof Number ? widened(value, TypeKind.of(node.getType())) : value;
  }

  private static boolean isStable(RexCall call) {
    return call.getOperator() instanceof RuntimeFunction function && function.isDeterministic();
  }

  private @Nullable Object evaluateCall(RexCall call) {
    boolean isStrict = !(call.getOperator() instanceof RuntimeFunction called) || called.isStrict();
    List<@Nullable Object> arguments = new ArrayList<>(call.operands.size());
    for (RexNode operand : call.operands) {
      Object value = evaluate(operand);
      if (value == null && isStrict) {
        return null;
      }
      arguments.add(value);
    }
    return call.getOperator() instanceof RuntimeFunction function
        ? function.call(services, arguments)
        : widened(requireNonNull(arguments.getFirst()), TypeKind.of(call.getType()));
  }

  private static Object widened(Object value, TypeKind kind) {
    return switch (kind) {
      case SMALLINT -> ((Number) value).shortValue();
      case INTEGER -> ((Number) value).intValue();
      case BIGINT -> ((Number) value).longValue();
      case REAL -> ((Number) value).floatValue();
      case DOUBLE -> ((Number) value).doubleValue();
      default -> value;
    };
  }

  private static @Nullable Object literalOf(RexLiteral literal) {
    if (literal.isNull()) {
      return null;
    }
    TypeKind kind = TypeKind.of(literal.getType());
    return switch (kind) {
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC -> {
        BigDecimal number = literal.getValueAs(BigDecimal.class);
        yield number == null ? null : widened(number, kind);
      }
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR -> literal.getValueAs(String.class);
      case BYTEA -> literal.getValueAs(ByteString.class);
      case DATE -> literal.getValueAs(Integer.class);
      default -> throw new IllegalStateException("literal was not lowered: " + literal);
    };
  }
}
