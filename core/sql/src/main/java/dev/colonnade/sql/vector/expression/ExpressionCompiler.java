package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.expression.ComparisonExpression.Relation;
import dev.colonnade.sql.vector.expression.TruthTest.Test;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Compiler from lowered expressions to expressions over vectors. Returns null for unsupported ones:
 * then other operators have to run the expression.
 */
public final class ExpressionCompiler {
  /** Functions of constants that are evaluated once in a run: they never fail for some rows. */
  private static final Set<String> FOLDED =
      Set.of(
          "textToDate",
          "textToTimestamp",
          "textToTimestamptz",
          "timestampAddMonths",
          "timestampAddMicros",
          "timestampToDate",
          "dateToTimestamp",
          "dateAddDays",
          "dateSubtractDays",
          "keepLong",
          "keepText");

  /** Changes of the type that leave the value as it lies. */
  private static final Set<String> KEPT =
      Set.of("keepLong", "keepText", "keepDecimal", "longToDecimal");

  private final List<VectorType> inputs;

  /** A compiler of expressions over columns of these types. */
  public ExpressionCompiler(List<VectorType> inputs) {
    this.inputs = List.copyOf(inputs);
  }

  /** The expressions; null if one of them is not known. */
  public @Nullable List<VectorExpression> compile(List<? extends RexNode> nodes) {
    List<VectorExpression> compiled = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      VectorExpression expression = compile(node);
      if (expression == null) {
        return null;
      }
      compiled.add(expression);
    }
    return compiled;
  }

  /** The expression; null if it is not known. */
  public @Nullable VectorExpression compile(RexNode node) {
    return switch (node) {
      case RexInputRef ref -> new ColumnReference(inputs.get(ref.getIndex()), ref.getIndex());
      case RexLiteral literal -> literal(literal);
      case RexDynamicParam parameter ->
          new ConstantValue(VectorType.of(TypeKind.of(parameter.getType())), parameter);
      case RexOver _ -> null;
      case RexCall call -> isFolded(call) ? folded(call) : call(call);
      default -> null;
    };
  }

  private static @Nullable VectorExpression literal(RexLiteral literal) {
    TypeKind kind = TypeKind.of(literal.getType());
    if (literal.isNull()) {
      return new ConstantValue(VectorType.of(kind), literal);
    }
    return switch (kind) {
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, DOUBLE, TEXT, VARCHAR, CHAR, DATE ->
          new ConstantValue(VectorType.of(kind), literal);
      case NUMERIC -> {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        yield new ConstantValue(
            value != null && value.scale() >= 0 && value.scale() <= VectorType.LONG_SCALE_MAX
                ? VectorType.decimal(value.scale())
                : VectorType.of(kind),
            literal);
      }
      default -> null;
    };
  }

  private static boolean isFolded(RexCall call) {
    return call.getOperator() instanceof RuntimeFunction function
        && FOLDED.contains(function.getName())
        && call.operands.stream()
            .allMatch(
                operand ->
                    operand instanceof RexLiteral
                        || operand instanceof RexDynamicParam
                        || (operand instanceof RexCall inner && isFolded(inner)));
  }

  private static @Nullable VectorExpression folded(RexCall call) {
    return new ConstantValue(VectorType.of(TypeKind.of(call.getType())), call);
  }

  private @Nullable VectorExpression call(RexCall call) {
    RexNode shared = call.getKind() == SqlKind.OR ? sharedValue(call) : null;
    if (shared != null) {
      return anyOf(call, shared);
    }
    List<VectorExpression> operands = compile(call.operands);
    if (operands == null) {
      return null;
    }
    return switch (call.getKind()) {
      case EQUALS -> comparison(Relation.EQUAL, operands);
      case NOT_EQUALS -> comparison(Relation.NOT_EQUAL, operands);
      case LESS_THAN -> comparison(Relation.LESS, operands);
      case LESS_THAN_OR_EQUAL -> comparison(Relation.LESS_OR_EQUAL, operands);
      case GREATER_THAN -> comparison(Relation.GREATER, operands);
      case GREATER_THAN_OR_EQUAL -> comparison(Relation.GREATER_OR_EQUAL, operands);
      case AND, OR -> logic(call.getKind() == SqlKind.AND, operands);
      case NOT -> truth(Test.NOT, operands);
      case IS_TRUE -> truth(Test.IS_TRUE, operands);
      case IS_NOT_TRUE -> truth(Test.IS_NOT_TRUE, operands);
      case IS_FALSE -> truth(Test.IS_FALSE, operands);
      case IS_NOT_FALSE -> truth(Test.IS_NOT_FALSE, operands);
      case IS_NULL -> new TruthTest(Test.IS_NULL, operands.getFirst());
      case IS_NOT_NULL -> new TruthTest(Test.IS_NOT_NULL, operands.getFirst());
      case CASE -> cases(call, operands);
      case CAST -> cast(call, operands.getFirst());
      default ->
          call.getOperator() instanceof RuntimeFunction function
              ? function(call, function, operands)
              : null;
    };
  }

  /**
   * Returns the common operand that all operands of an OR compare with a constant; null if there is
   * none.
   */
  private static @Nullable RexNode sharedValue(RexCall or) {
    RexNode shared = null;
    for (RexNode operand : or.operands) {
      boolean isEquality =
          operand instanceof RexCall call
              && call.getKind() == SqlKind.EQUALS
              && RelOptUtil.InputFinder.bits(call.operands.getLast()).isEmpty();
      RexNode value = isEquality ? ((RexCall) operand).operands.getFirst() : null;
      if (value == null || !(shared == null || shared.equals(value))) {
        return null;
      }
      shared = value;
    }
    return shared != null && RexUtil.isDeterministic(shared) ? shared : null;
  }

  /** An OR of equalities of one value, such as IN makes. */
  private @Nullable VectorExpression anyOf(RexCall or, RexNode shared) {
    VectorExpression value = compile(shared);
    if (value == null) {
      return null;
    }
    ExpressionCompiler inner = new ExpressionCompiler(List.of(value.type()));
    VectorExpression column = inner.compile(new RexInputRef(0, shared.getType()));
    List<VectorExpression> equalities = new ArrayList<>();
    for (RexNode operand : or.operands) {
      VectorExpression constant = inner.compile(((RexCall) operand).operands.getLast());
      VectorExpression equality =
          column == null || constant == null
              ? null
              : comparison(Relation.EQUAL, List.of(column, constant));
      if (equality == null) {
        return null;
      }
      equalities.add(equality);
    }
    return new SharedOperand(value, new Logic(false, equalities));
  }

  private static @Nullable VectorExpression comparison(
      Relation relation, List<VectorExpression> operands) {
    VectorExpression left = operands.getFirst();
    VectorExpression right = operands.getLast();
    if (left.type().hasSameForm(right.type())) {
      return new ComparisonExpression(relation, left, right);
    }
    boolean areNumeric =
        left.type().kind() == TypeKind.NUMERIC && right.type().kind() == TypeKind.NUMERIC;
    if (!areNumeric) {
      return null;
    }
    VectorExpression rescaledLeft = rescaled(left, right.type());
    VectorExpression rescaledRight = rescaled(right, left.type());
    return new ComparisonExpression(relation, rescaledLeft, rescaledRight);
  }

  /** With as many digits as the other side has, if that has more. */
  private static VectorExpression rescaled(VectorExpression expression, VectorType other) {
    VectorType type = expression.type();
    boolean areLongs = type.form() == Form.LONG && other.form() == Form.LONG;
    return areLongs && type.scale() < other.scale() ? new Rescaled(other, expression) : expression;
  }

  private static @Nullable VectorExpression logic(boolean isAnd, List<VectorExpression> operands) {
    return operands.stream().allMatch(ExpressionCompiler::isBoolean)
        ? new Logic(isAnd, operands)
        : null;
  }

  private static @Nullable VectorExpression truth(Test test, List<VectorExpression> operands) {
    return isBoolean(operands.getFirst()) ? new TruthTest(test, operands.getFirst()) : null;
  }

  private static boolean isBoolean(VectorExpression expression) {
    return expression.type().form() == Form.BOOLEAN;
  }

  private static @Nullable VectorExpression cases(RexCall call, List<VectorExpression> operands) {
    List<VectorExpression> conditions = new ArrayList<>();
    List<VectorExpression> results = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      conditions.add(operands.get(i));
      results.add(operands.get(i + 1));
    }
    results.add(operands.getLast());
    TypeKind kind = TypeKind.of(call.getType());
    VectorType type = results.getFirst().type();
    boolean isNumeric = results.stream().allMatch(result -> result.type().kind() == kind);
    boolean haveSameForm = true;
    for (VectorExpression result : results) {
      haveSameForm &= result.type().hasSameForm(type);
    }
    if (!conditions.stream().allMatch(ExpressionCompiler::isBoolean)) {
      return null;
    }
    if (haveSameForm) {
      return new CaseExpression(
          new VectorType(kind, type.form(), type.scale()), conditions, results);
    }
    return isNumeric && kind == TypeKind.NUMERIC
        ? new CaseExpression(VectorType.of(kind), conditions, results)
        : null;
  }

  private static @Nullable VectorExpression cast(RexCall call, VectorExpression value) {
    TypeKind from = TypeKind.of(call.operands.getFirst().getType());
    TypeKind to = TypeKind.of(call.getType());
    if (from == to && from != TypeKind.NUMERIC) {
      return value;
    }
    boolean isWider = from.isInteger() && to.isInteger() && from.compareTo(to) < 0;
    return isWider ? new Retyped(VectorType.of(to), value) : null;
  }

  private static @Nullable VectorExpression function(
      RexCall call, RuntimeFunction function, List<VectorExpression> operands) {
    TypeKind kind = TypeKind.of(call.getType());
    VectorExpression first = operands.isEmpty() ? null : operands.getFirst();
    if (first != null && KEPT.contains(function.getName())) {
      return kept(kind, first);
    }
    VectorExpression known =
        operands.size() == 2
            ? arithmetic(function.getName(), operands)
            : first == null ? null : converted(function.getName(), first);
    return known == null ? new FunctionCall(VectorType.of(kind), function, operands) : known;
  }

  private static VectorExpression kept(TypeKind kind, VectorExpression value) {
    VectorType type = value.type();
    return new Retyped(new VectorType(kind, type.form(), type.scale()), value);
  }

  private static @Nullable VectorExpression converted(String name, VectorExpression value) {
    return switch (name) {
      case "longToDouble" -> new LongToDouble(value);
      case "decimalToDouble" -> value.type().form() == Form.LONG ? new LongToDouble(value) : null;
      default -> null;
    };
  }

  private static @Nullable VectorExpression arithmetic(
      String name, List<VectorExpression> operands) {
    VectorExpression left = operands.getFirst();
    VectorExpression right = operands.getLast();
    return switch (name) {
      case "addDouble" -> DoubleArithmetic.add(left, right);
      case "subtractDouble" -> DoubleArithmetic.subtract(left, right);
      case "multiplyDouble" -> DoubleArithmetic.multiply(left, right);
      case "divideDouble" -> DoubleArithmetic.divide(left, right);
      default -> {
        LongArithmetic.Operation operation = operation(name);
        boolean areLongs = left.type().form() == Form.LONG && right.type().form() == Form.LONG;
        yield operation == null || !areLongs ? null : arithmetic(operation, name, left, right);
      }
    };
  }

  private static @Nullable VectorExpression arithmetic(
      LongArithmetic.Operation operation,
      String name,
      VectorExpression left,
      VectorExpression right) {
    if (name.endsWith("Decimal")) {
      return LongArithmetic.ofDecimals(operation, left, right);
    }
    TypeKind kind =
        name.endsWith("Short")
            ? TypeKind.SMALLINT
            : name.endsWith("Int") ? TypeKind.INTEGER : TypeKind.BIGINT;
    return new LongArithmetic(VectorType.of(kind), operation, left, right);
  }

  private static LongArithmetic.@Nullable Operation operation(String name) {
    return switch (name) {
      case "addShort", "addInt", "addLong", "addDecimal" -> LongArithmetic.Operation.ADD;
      case "subtractShort", "subtractInt", "subtractLong", "subtractDecimal" ->
          LongArithmetic.Operation.SUBTRACT;
      case "multiplyShort", "multiplyInt", "multiplyLong", "multiplyDecimal" ->
          LongArithmetic.Operation.MULTIPLY;
      default -> null;
    };
  }
}
