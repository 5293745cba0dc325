package dev.colonnade.sql.analyze.expression.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.resolve.ResolvedOperator;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import java.util.List;
import java.util.Set;

/** Operators with their operands. */
public final class Operators {
  private static final String HINT =
      "No operator matches the given name and argument types."
          + " You might need to add explicit type casts.";

  private static final Set<String> COMPARISONS = Set.of("=", "<>", "<", "<=", ">", ">=");

  private final ExpressionState state;
  private final Conversions conversions;
  private final Invocations invocations;

  public Operators(ExpressionState state, Conversions conversions, Invocations invocations) {
    this.state = requireNonNull(state, "state is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.invocations = requireNonNull(invocations, "invocations is null");
  }

  Conversions conversions() {
    return conversions;
  }

  ExpressionState state() {
    return state;
  }

  Invocations invocations() {
    return invocations;
  }

  /** Operator and its operands, which have the types that it demands. */
  public record Resolution(ResolvedOperator operator, List<TypedExpression> operands) {
    public Resolution {
      requireNonNull(operator, "operator is null");
      operands = List.copyOf(operands);
    }
  }

  /** Returns an operator between two operands. */
  public TypedExpression binary(
      OperatorName name, TypedExpression left, TypedExpression right, int position) {
    return Positions.at(position, () -> invoke(resolve(name, left, right), position));
  }

  /** Variant of {@link #binary} for an operator without a schema. */
  public TypedExpression binary(
      String symbol, TypedExpression left, TypedExpression right, int position) {
    return binary(OperatorName.of(symbol), left, right, position);
  }

  /** Returns the operator for two operands. */
  public Resolution resolve(OperatorName name, TypedExpression left, TypedExpression right) {
    Type leftType = left.type().type();
    Type rightType = right.type().type();
    requireSystem(name, leftType + " %s " + rightType);
    ResolvedOperator found = state.operators().infix(name.symbol(), leftType, rightType);
    if (COMPARISONS.contains(found.entry().name())) {
      conversions.comparable().requireParts(found.entry().name(), List.of(left, right));
    }
    return new Resolution(
        found,
        List.of(
            conversions.argument(left, found.operands().getFirst()),
            conversions.argument(right, found.operands().getLast())));
  }

  private void requireSystem(OperatorName name, String operation) {
    if (!name.schema().isEmpty() && !name.schema().equals(List.of(Type.Name.SYSTEM_SCHEMA))) {
      state.statement().names().schema(name.schema().getLast());
      String shown = String.join(".", name.schema()) + "." + name.symbol();
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_FUNCTION,
          "operator does not exist: " + operation.formatted(shown),
          dev.colonnade.error.ErrorFields.NONE.withHint(HINT));
    }
  }

  private TypedExpression invoke(Resolution resolution, int position) {
    ResolvedOperator operator = resolution.operator();
    Expression value =
        invocations.invoke(
            () -> shown(operator),
            operator.entry().implementation(),
            resolution.operands(),
            operator.result());
    return TypedExpression.of(value, TypeReference.of(operator.result()), position);
  }

  /** Returns an operator with the types of its operands, for messages. */
  private static String shown(ResolvedOperator operator) {
    boolean isPrefix = operator.operands().size() == 1;
    String first = isPrefix ? "" : operator.operands().getFirst().type() + " ";
    return "operator %s%s %s"
        .formatted(first, operator.entry().name(), operator.operands().getLast().type());
  }

  /** Returns an operator over operands of the types that it demands. */
  public Expression invoked(
      ResolvedOperator operator, TypedExpression left, TypedExpression right, int position) {
    return Positions.at(
        position,
        () -> invoke(new Resolution(operator, List.of(left, right)), position).expression());
  }

  /** Returns an operator before its operand. */
  public TypedExpression prefix(OperatorName name, TypedExpression operand, int position) {
    return Positions.at(
        position,
        () -> {
          requireSystem(name, "%s " + operand.type().type());
          ResolvedOperator found = state.operators().prefix(name.symbol(), operand.type().type());
          TypedExpression value = conversions.argument(operand, found.operands().getFirst());
          return invoke(new Resolution(found, List.of(value)), position);
        });
  }

  /** Returns a comparison whose result is a Boolean. */
  Expression predicate(String symbol, TypedExpression left, TypedExpression right, int position) {
    return predicate(OperatorName.of(symbol), left, right, position);
  }

  Expression predicate(
      OperatorName name, TypedExpression left, TypedExpression right, int position) {
    return binary(name, left, right, position).expression();
  }
}
