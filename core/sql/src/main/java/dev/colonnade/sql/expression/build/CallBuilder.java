package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.arithmetic.ArithmeticOperator;
import dev.colonnade.sql.expression.arithmetic.DoubleArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongArithmetic;
import dev.colonnade.sql.expression.arithmetic.LongDivision;
import dev.colonnade.sql.expression.arithmetic.Negation;
import dev.colonnade.sql.expression.call.DateField;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.call.TextLength;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InArray;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.datetime.DateTimeUnit;
import dev.colonnade.sql.function.library.OperatorFunctions;
import dev.colonnade.sql.function.library.json.JsonComparisonFunctions;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.library.temporal.TemporalFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.IdentityCasts;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.EnumLabelOrder;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Construction of function calls: by a kernel where there is one, else row by row. */
final class CallBuilder {
  private final ConstantFolding folding;
  private final Conversions conversions;
  private final ComparisonBuilder comparisons;

  CallBuilder(ConstantFolding folding, Conversions conversions, ComparisonBuilder comparisons) {
    this.folding = requireNonNull(folding, "folding is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.comparisons = requireNonNull(comparisons, "comparisons is null");
  }

  /** Returns the call; NULL if a strict function has an argument that is always NULL. */
  Expression call(ScalarFunction function, TypeKind kind, List<Expression> arguments) {
    if (function.isStrict() && arguments.stream().anyMatch(Conversions::isNull)) {
      return arguments.stream().anyMatch(ConstantFolding::fails)
          ? new FunctionCall(VectorType.of(kind), function, arguments)
          : new Literal(VectorType.of(kind), null);
    }
    Expression kernel = kernel(function, kind, arguments);
    return kernel != null
        ? kernel
        : folding.fold(
            new FunctionCall(resultType(function, kind, arguments), function, arguments));
  }

  /** A NUMERIC with a known scale has the form LONG. */
  private static VectorType resultType(
      ScalarFunction function, TypeKind kind, List<Expression> arguments) {
    if (function.methodName().equals("fitDecimal")
        && arguments.getLast() instanceof Literal literal
        && literal.value() instanceof Number scale
        && scale.intValue() >= 0
        && scale.intValue() <= VectorType.LONG_SCALE_MAX) {
      return VectorType.decimal(scale.intValue());
    }
    DateTimeUnit unit = kind == TypeKind.NUMERIC ? extracted(function, arguments) : null;
    return unit != null && unit.isWhole() ? VectorType.decimal(0) : VectorType.of(kind);
  }

  /** Returns the field of a call of EXTRACT; null if it is another call, or not constant. */
  private static @Nullable DateTimeUnit extracted(
      ScalarFunction function, List<Expression> arguments) {
    return function.methodName().startsWith("extract")
            && arguments.getFirst() instanceof Literal literal
            && literal.value() instanceof String name
        ? DateTimeUnit.find(name)
        : null;
  }

  private @Nullable Expression kernel(
      ScalarFunction function, TypeKind kind, List<Expression> arguments) {
    Class<?> owner = function.owner();
    String name = function.methodName();
    if (arguments.isEmpty()) {
      return null;
    }
    Expression first = arguments.getFirst();
    if (owner == IdentityCasts.class || owner == EnumLabelOrder.class) {
      boolean isKept = owner == IdentityCasts.class || name.equals("asText");
      return isKept ? kept(kind, first) : null;
    }
    if (owner == Casts.class) {
      return conversion(name, first);
    }
    if (owner == CheckedArithmetic.class || owner == MathFunctions.class) {
      return arithmetic(name, arguments);
    }
    if (owner == Texts.class || owner == TextFunctions.class) {
      return text(name, arguments);
    }
    if (owner == TemporalFunctions.class) {
      return field(function, arguments);
    }
    ComparisonOperator operator = comparison(owner, name);
    return operator != null && first.type().kind() == arguments.getLast().type().kind()
        ? comparisons.compare(operator, first, arguments.getLast())
        : membership(owner, name, arguments);
  }

  private @Nullable Expression field(ScalarFunction function, List<Expression> arguments) {
    DateTimeUnit unit = extracted(function, arguments);
    TypeKind kind = arguments.getLast().type().kind();
    return unit != null && DateField.supports(unit, kind)
        ? folding.fold(
            new DateField(unit, new FunctionCall(VectorType.decimal(0), function, arguments)))
        : null;
  }

  private @Nullable Expression kept(TypeKind kind, Expression value) {
    VectorType from = value.type();
    boolean isSame = from.form() == VectorType.of(kind).form() || from.kind() == kind;
    return isSame ? conversions.retyped(kind, value) : null;
  }

  private @Nullable Expression conversion(String name, Expression value) {
    boolean isInteger = value.type().kind().isInteger();
    return switch (name) {
      case "longToDecimal" -> isInteger ? conversions.cast(value, TypeKind.NUMERIC) : null;
      case "longToInteger" -> isInteger ? conversions.cast(value, TypeKind.INTEGER) : null;
      case "longToSmallint" -> isInteger ? conversions.cast(value, TypeKind.SMALLINT) : null;
      case "longToDouble", "decimalToDouble" ->
          value.type().kind().isNumber() ? conversions.cast(value, TypeKind.DOUBLE) : null;
      default -> null;
    };
  }

  private @Nullable Expression arithmetic(String name, List<Expression> arguments) {
    Expression first = arguments.getFirst();
    Expression last = arguments.getLast();
    if (name.equals("keyDecimal")) {
      return first.type().form() == Form.LONG ? first : null;
    }
    TypeKind kind = kindOf(name);
    boolean areOfKind = kind != null && first.type().kind() == kind && last.type().kind() == kind;
    if (!areOfKind || kind == null) {
      return null;
    }
    if (name.startsWith("negate")) {
      return folding.fold(new Negation(first));
    }
    ArithmeticOperator operator = arguments.size() == 2 ? operator(name) : null;
    if (operator == null) {
      return null;
    }
    Expression kernel = arithmetic(operator, kind, first, last);
    return kernel == null ? null : folding.fold(kernel);
  }

  private static @Nullable Expression arithmetic(
      ArithmeticOperator operator, TypeKind kind, Expression left, Expression right) {
    boolean isDivision =
        operator == ArithmeticOperator.DIVIDE || operator == ArithmeticOperator.MODULO;
    if (kind == TypeKind.DOUBLE) {
      return operator == ArithmeticOperator.MODULO
          ? null
          : new DoubleArithmetic(operator, left, right);
    }
    if (kind == TypeKind.NUMERIC) {
      boolean areLongs = left.type().form() == Form.LONG && right.type().form() == Form.LONG;
      return isDivision || !areLongs ? null : LongArithmetic.ofDecimals(operator, left, right);
    }
    VectorType type = VectorType.of(kind);
    return isDivision
        ? new LongDivision(type, operator, left, right)
        : new LongArithmetic(type, operator, left, right);
  }

  private static @Nullable TypeKind kindOf(String name) {
    return name.endsWith("Short")
        ? TypeKind.SMALLINT
        : name.endsWith("Int")
            ? TypeKind.INTEGER
            : name.endsWith("Long")
                ? TypeKind.BIGINT
                : name.endsWith("Double")
                    ? TypeKind.DOUBLE
                    : name.endsWith("Decimal") ? TypeKind.NUMERIC : null;
  }

  private static @Nullable ArithmeticOperator operator(String name) {
    return switch (name.split("[A-Z]", 2)[0]) {
      case "add" -> ArithmeticOperator.ADD;
      case "subtract" -> ArithmeticOperator.SUBTRACT;
      case "multiply" -> ArithmeticOperator.MULTIPLY;
      case "divide" -> ArithmeticOperator.DIVIDE;
      case "mod" -> ArithmeticOperator.MODULO;
      default -> null;
    };
  }

  private @Nullable Expression text(String name, List<Expression> arguments) {
    Expression first = arguments.getFirst();
    if (first.type().form() != Form.TEXT) {
      return null;
    }
    if (arguments.size() == 1 && (name.equals("length") || name.equals("characterCount"))) {
      return folding.fold(new TextLength(first));
    }
    return arguments.size() == 2 && name.equals("like") && arguments.getLast().isConstant()
        ? folding.fold(new LikeExpression(first, arguments.getLast()))
        : null;
  }

  private static @Nullable ComparisonOperator comparison(Class<?> owner, String name) {
    if (owner == OperatorFunctions.class) {
      return switch (name) {
        case "equal", "equalArrays" -> ComparisonOperator.EQUAL;
        case "differ", "differArrays" -> ComparisonOperator.NOT_EQUAL;
        case "isLess", "isLessArray" -> ComparisonOperator.LESS;
        case "isLessOrEqual", "isLessOrEqualArray" -> ComparisonOperator.LESS_OR_EQUAL;
        case "isGreater", "isGreaterArray" -> ComparisonOperator.GREATER;
        case "isGreaterOrEqual", "isGreaterOrEqualArray" -> ComparisonOperator.GREATER_OR_EQUAL;
        default -> null;
      };
    }
    if (owner == JsonComparisonFunctions.class) {
      return switch (name) {
        case "isLess" -> ComparisonOperator.LESS;
        case "isAtMost" -> ComparisonOperator.LESS_OR_EQUAL;
        case "isGreater" -> ComparisonOperator.GREATER;
        case "isAtLeast" -> ComparisonOperator.GREATER_OR_EQUAL;
        default -> null;
      };
    }
    return null;
  }

  private @Nullable Expression membership(Class<?> owner, String name, List<Expression> arguments) {
    boolean isMembership =
        owner == OperatorFunctions.class
            && (name.equals("equalsAny") || name.equals("differsFromAll"))
            && arguments.getLast().isConstant();
    return isMembership
        ? folding.fold(
            new InArray(name.equals("differsFromAll"), arguments.getFirst(), arguments.getLast()))
        : null;
  }
}
