package dev.colonnade.sql.analyze.expression.branch;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ExtremeExpression;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Expressions with branches: CASE, COALESCE, NULLIF, GREATEST and LEAST. */
public final class Branches {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final Conversions conversions;
  private final Operators operators;

  public Branches(ExpressionAnalysis analysis, Operators operators) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.builder = state.builder();
    this.conversions = analysis.conversions();
    this.operators = requireNonNull(operators, "operators is null");
  }

  /** Value with the errors of its constants, which count if the branch is taken. */
  private static final class Branch {
    private final Supplier<Expression> supplier;
    private TypedExpression value;

    Branch(ExpressionBuilder builder, Supplier<TypedExpression> analysis) {
      TypedExpression[] found = new TypedExpression[1];
      this.supplier =
          builder.deferred(
              () -> {
                found[0] = analysis.get();
                return found[0].expression();
              });
      this.value = found[0];
    }

    /** Returns the supplier of the value as one of a type. */
    Supplier<Expression> as(Conversions conversions, TypeReference type) {
      value = conversions.merged(value, type);
      return () -> {
        var _ = supplier.get(); // counts the errors of its constants
        return value.expression();
      };
    }
  }

  private Branch branch(dev.colonnade.sql.syntax.query.Expression node) {
    return new Branch(builder, () -> analysis.analyze(node));
  }

  /** Returns CASE. */
  public TypedExpression caseOf(Call.Case node) {
    int setCalls = state.setCallCount();
    TypedExpression operand =
        node.operand() == null ? null : conversions.decided(analysis.analyze(node.operand()));
    List<Supplier<Expression>> conditions = new ArrayList<>();
    List<Branch> results = new ArrayList<>();
    for (Call.When when : node.whens()) {
      conditions.add(
          builder.deferred(
              () -> {
                int before = state.setCallCount();
                TypedExpression condition = analysis.analyze(when.condition());
                if (state.setCallCount() > before) {
                  throw Positions.error(
                      ErrorCode.TYPE_MISMATCH,
                      "argument of CASE/WHEN must not return a set",
                      condition.position());
                }
                return operand == null
                    ? conversions.operand("argument of CASE/WHEN", condition, "bool")
                    : operators
                        .binary("=", operand, condition, when.condition().position())
                        .expression();
              }));
      results.add(branch(when.result()));
    }
    Branch otherwise =
        node.otherwise() == null
            ? new Branch(builder, () -> nothing(node.position()))
            : branch(node.otherwise());
    requireNoSet(setCalls, "CASE");
    List<TypedExpression> values = new ArrayList<>();
    values.add(otherwise.value);
    results.forEach(result -> values.add(result.value));
    TypeReference common = conversions.common("CASE", values);
    List<Supplier<Expression>> operands = new ArrayList<>();
    for (int i = 0; i < conditions.size(); i++) {
      operands.add(conditions.get(i));
      operands.add(results.get(i).as(conversions, common));
    }
    operands.add(otherwise.as(conversions, common));
    TypeKind kind = ExpressionState.kindOf(common.type());
    return typed(builder.caseOf(kind, operands), common, values, node.position());
  }

  private void requireNoSet(int setCalls, String what) {
    if (state.setCallCount() > setCalls) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "set-returning functions are not allowed in " + what,
          "You might be able to move the set-returning function into a LATERAL FROM item.",
          state.lastSetCall());
    }
  }

  private TypedExpression nothing(int position) {
    return TypedExpression.of(
        new Literal(VectorType.of(TypeKind.UNKNOWN), null), state.reference("unknown"), position);
  }

  private static TypedExpression typed(
      Expression value, TypeReference type, List<TypedExpression> values, int position) {
    for (TypedExpression other : values) {
      if (!other.fields().isEmpty()) {
        return new TypedExpression(value, type, other.fields(), position);
      }
    }
    return TypedExpression.of(value, type, position);
  }

  /** Returns COALESCE. */
  public TypedExpression coalesce(Call.Special node) {
    int setCalls = state.setCallCount();
    List<Branch> branches = node.arguments().stream().map(this::branch).toList();
    requireNoSet(setCalls, "COALESCE");
    List<TypedExpression> values = branches.stream().map(branch -> branch.value).toList();
    TypeReference common = conversions.common("COALESCE", values);
    List<Supplier<Expression>> operands = new ArrayList<>();
    branches.forEach(branch -> operands.add(branch.as(conversions, common)));
    TypeKind kind = ExpressionState.kindOf(common.type());
    return typed(builder.coalesce(kind, operands), common, values, node.position());
  }

  /** Returns NULLIF. */
  public TypedExpression nullIf(Call.Special node) {
    TypedExpression left = analysis.analyze(node.arguments().getFirst());
    TypedExpression right = analysis.analyze(node.arguments().getLast());
    Operators.Resolution equality =
        Positions.at(node.position(), () -> operators.resolve(OperatorName.of("="), left, right));
    TypedExpression value = equality.operands().getFirst();
    Expression equal =
        operators.invoked(
            equality.operator(), value, equality.operands().getLast(), node.position());
    TypeKind kind = ExpressionState.kindOf(value.type().type());
    Expression nothing = new Literal(value.expression().type(), null);
    List<Supplier<Expression>> operands = List.of(() -> equal, () -> nothing, value::expression);
    // Rows of any type are compared as records, and keep their type.
    TypedExpression result = RowFields.isRow(value.type().type()) ? left : value;
    return new TypedExpression(
        builder.caseOf(kind, operands), result.type(), result.fields(), node.position());
  }

  /** Returns GREATEST or LEAST. */
  public TypedExpression extreme(Call.Special node) {
    boolean isGreatest = node.function() == Call.SpecialFunction.GREATEST;
    String what = isGreatest ? "GREATEST" : "LEAST";
    List<TypedExpression> values = analysis.analyzeAll(node.arguments());
    TypeReference common = conversions.common(what, values);
    List<TypedExpression> typed = conversions.toCommon(values, common);
    Type type = common.type();
    for (TypedExpression value : typed) {
      Type missing = conversions.comparable().withoutOperator("<", value);
      if (missing != null) {
        throw Positions.error(
            ErrorCode.UNKNOWN_FUNCTION,
            "could not identify a comparison function for type " + missing,
            TypedExpression.NO_POSITION);
      }
    }
    boolean isEnum = conversions.isOrderedByLabels(type);
    List<Expression> operands = new ArrayList<>();
    for (TypedExpression value : typed) {
      operands.add(
          isEnum ? conversions.enumPosition(value.expression(), type) : value.expression());
    }
    VectorType form =
        isEnum
            ? conversions.positionType(type)
            : VectorType.of(ExpressionState.kindOf(type)).with(conversions.nestings().of(type));
    Expression found = builder.fold(new ExtremeExpression(form, isGreatest, operands));
    return new TypedExpression(
        isEnum ? conversions.enumLabel(found, type) : found,
        common,
        typed.getFirst().fields(),
        node.position());
  }
}
