package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.NarrowedInteger;
import dev.colonnade.sql.expression.arithmetic.NumberToDouble;
import dev.colonnade.sql.expression.arithmetic.RescaledDecimal;
import dev.colonnade.sql.expression.arithmetic.RetypedExpression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.library.CastRegistry;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import java.math.BigDecimal;
import java.util.List;

/** Conversions of expressions to other types and representations. */
final class Conversions {
  private final ConstantFolding folding;

  Conversions(ConstantFolding folding) {
    this.folding = requireNonNull(folding, "folding is null");
  }

  /** Two operands of one operator. */
  record Pair(Expression left, Expression right) {}

  static boolean isNull(Expression expression) {
    return expression instanceof Literal literal && literal.value() == null;
  }

  /** Returns the value as one of another kind; an error if there is no cast. */
  Expression cast(Expression value, TypeKind kind) {
    TypeKind from = value.type().kind();
    if (from == kind) {
      return value;
    }
    if (isNull(value)) {
      return new Literal(VectorType.of(kind), null);
    }
    if (isSameRepresentation(from, kind)) {
      return retyped(kind, value);
    }
    if (from.isInteger() && (kind == TypeKind.SMALLINT || kind == TypeKind.INTEGER)) {
      return folding.fold(new NarrowedInteger(kind, value));
    }
    if (from.isInteger() && kind == TypeKind.NUMERIC) {
      return folding.fold(new RetypedExpression(VectorType.decimal(0), value));
    }
    return from.isNumber() && kind == TypeKind.DOUBLE ? toDouble(value) : converted(value, kind);
  }

  /** Returns the same values under another kind of the same representation. */
  Expression retyped(TypeKind kind, Expression value) {
    VectorType from = value.type();
    if (from.kind() == kind) {
      return value;
    }
    if (isNull(value)) {
      return new Literal(VectorType.of(kind), null);
    }
    VectorType type = new VectorType(kind, from.form(), from.scale());
    if (kind == TypeKind.BIGINT
        && from.kind().isInteger()
        && value instanceof Literal literal
        && literal.value() instanceof Number number) {
      return new Literal(type, number.longValue());
    }
    return folding.fold(new RetypedExpression(type, value));
  }

  private static boolean isSameRepresentation(TypeKind from, TypeKind to) {
    boolean isWider = from.isInteger() && to.isInteger() && from.compareTo(to) < 0;
    boolean isReference = from.isOid() && to.isOid();
    boolean isNumber = from.isOid() && to == TypeKind.BIGINT;
    return isWider || isReference || isNumber || (from.isText() && to.isText());
  }

  private Expression toDouble(Expression value) {
    return value.type().kind() == TypeKind.DOUBLE ? value : folding.fold(new NumberToDouble(value));
  }

  private Expression converted(Expression value, TypeKind kind) {
    TypeKind from = value.type().kind();
    TypeKind source = from.isText() ? TypeKind.TEXT : from;
    TypeKind target = kind.isText() ? TypeKind.TEXT : kind;
    List<ScalarFunction> functions = CastRegistry.find(source, target);
    Expression operand = value;
    if (functions == null && from.isInteger()) {
      functions = CastRegistry.find(TypeKind.BIGINT, target);
      operand = cast(value, TypeKind.BIGINT);
    } else if (functions == null && from == TypeKind.REAL) {
      functions = CastRegistry.find(TypeKind.DOUBLE, target);
      operand = toDouble(value);
    }
    if (functions == null) {
      throw new ColonnadeException(
          ErrorCode.CANNOT_COERCE, "cannot cast type " + from.sqlName() + " to " + kind.sqlName());
    }
    for (ScalarFunction function : functions.subList(0, functions.size() - 1)) {
      TypeKind between = target == TypeKind.REAL ? TypeKind.DOUBLE : TypeKind.BIGINT;
      operand = folding.fold(new FunctionCall(VectorType.of(between), function, List.of(operand)));
    }
    return folding.fold(
        new FunctionCall(VectorType.of(kind), functions.getLast(), List.of(operand)));
  }

  /** Returns two operands of a comparison with comparable representations. */
  Pair comparable(Expression left, Expression right) {
    if (isNull(left) || isNull(right)) {
      return new Pair(
          isNull(left) ? new Literal(right.type(), null) : left,
          isNull(right) ? new Literal(left.type(), null) : right);
    }
    TypeKind kind = left.type().kind();
    TypeKind other = right.type().kind();
    if (kind.isNumber() && other.isNumber()) {
      return comparableNumbers(left, right);
    }
    boolean isDateTime = rank(kind) >= 0 && rank(other) >= 0 && kind != other;
    if (isDateTime) {
      TypeKind later = rank(kind) > rank(other) ? kind : other;
      return new Pair(cast(left, later), cast(right, later));
    }
    boolean isComparable =
        kind == other
            || (left.type().form() == right.type().form() && left.type().form() != Form.OBJECT);
    if (!isComparable) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "no comparison of these types: left=%s right=%s"
              .formatted(kind.sqlName(), other.sqlName()));
    }
    return new Pair(left, right);
  }

  /** Returns the rank of a type of dates and timestamps, to whose highest both are cast. */
  private static int rank(TypeKind kind) {
    return switch (kind) {
      case DATE -> 0;
      case TIMESTAMP -> 1;
      case TIMESTAMPTZ -> 2;
      default -> -1;
    };
  }

  private Pair comparableNumbers(Expression left, Expression right) {
    TypeKind kind = left.type().kind();
    TypeKind other = right.type().kind();
    if (kind.isFloating() || other.isFloating()) {
      boolean areReal = kind == TypeKind.REAL && other == TypeKind.REAL;
      return areReal ? new Pair(left, right) : new Pair(toDouble(left), toDouble(right));
    }
    boolean areLongs = left.type().form() == Form.LONG && right.type().form() == Form.LONG;
    if (!areLongs) {
      return new Pair(left, right);
    }
    int scale = Math.max(left.type().scale(), right.type().scale());
    return new Pair(rescaled(left, scale), rescaled(right, scale));
  }

  private static Expression rescaled(Expression value, int scale) {
    if (value.type().scale() == scale) {
      return value;
    }
    VectorType type = VectorType.decimal(scale);
    if (value instanceof Literal(VectorType _, Object held) && held != null) {
      BigDecimal number =
          held instanceof BigDecimal decimal
              ? decimal
              : BigDecimal.valueOf(((Number) held).longValue());
      return new Literal(type, number.setScale(scale));
    }
    return new RescaledDecimal(type, value);
  }
}
