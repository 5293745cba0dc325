package dev.colonnade.sql.plan.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.plan.logical.SubqueryOperator;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;

/**
 * Translator of lowered expressions of Calcite to expressions of executions.
 *
 * <p>An operand that constants exclude, such as the second one of {@code FALSE AND x}, is not
 * translated, so that it cannot fail. One thread.
 */
public final class ExpressionTranslator {
  private final RowColumns input;
  private final OuterScopes outers;
  private final ExpressionBuilder builder = new ExpressionBuilder();
  private final ExpressionTranslatorCalls calls = new ExpressionTranslatorCalls(builder);
  private final ExpressionTranslatorSubqueries subqueries;

  /**
   * Creates a translator of the expressions of one operator.
   *
   * @param input the rows of the operator's input
   * @param outers the rows of enclosing operators by the variables that stand for them
   */
  ExpressionTranslator(RowColumns input, OuterScopes outers, SubqueryTranslator subqueries) {
    this.input = requireNonNull(input, "input is null");
    this.outers = requireNonNull(outers, "outers is null");
    this.subqueries =
        new ExpressionTranslatorSubqueries(
            builder, requireNonNull(subqueries, "subqueries is null"));
  }

  /**
   * Returns the errors of constants that PostgreSQL reports when it plans the statement, even if no
   * row needs the constants.
   */
  public List<ColonnadeException> constantErrors() {
    return builder.constantErrors();
  }

  /** Returns the expressions. */
  public List<Expression> translate(List<? extends RexNode> nodes) {
    List<Expression> translated = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) {
      translated.add(translate(node));
    }
    return translated;
  }

  /** Returns the expression; UNSUPPORTED if there is none. */
  public Expression translate(RexNode node) {
    return switch (node) {
      case RexInputRef ref ->
          new ColumnReference(input.types().get(ref.getIndex()), ref.getIndex());
      case RexLiteral literal ->
          builder.literal(
              CalciteTypes.kindOf(literal.getType()),
              ExpressionTranslatorLiterals.valueOf(literal));
      case RexDynamicParam parameter -> parameter(parameter);
      case RexFieldAccess access -> field(access);
      case RexOver over -> throw unsupported("window function " + over.getOperator().getName());
      case RexCall call -> call(call);
      default -> throw unsupported(node.getKind().toString());
    };
  }

  static ColonnadeException unsupported(String name) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, "expression is not supported: " + name);
  }

  private Expression field(RexFieldAccess access) {
    RelDataTypeField field = access.getField();
    if (access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      RowColumns outer = outers.columns(variable.id);
      int index = field.getIndex();
      return new OuterReference(
          outer.types().get(index), outer.id(), index, outer.names().get(index));
    }
    Expression row = translate(access.getReferenceExpr());
    TypeKind kind = CalciteTypes.kindOf(field.getType());
    return builder.cast(builder.field(row, field.getIndex(), kind, field.getName()), kind);
  }

  /** Returns a parameter of the statement, or the column of an enclosing row in its place. */
  private Expression parameter(RexDynamicParam parameter) {
    int index = parameter.getIndex();
    int number = SubqueryOperator.subqueryOf(index);
    if (number == 0) {
      return new Parameter(VectorType.of(CalciteTypes.kindOf(parameter.getType())), index);
    }
    RowColumns outer = outers.subquery(number);
    int position = SubqueryOperator.positionOf(index);
    return new OuterReference(
        outer.types().get(position), outer.id(), position, outer.names().get(position));
  }

  private Expression call(RexCall call) {
    return switch (call.getKind()) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          builder.compareRows(
              comparison(call.getKind()),
              fields(call.operands.getFirst()),
              fields(call.operands.getLast()));
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM ->
          builder.distinct(
              call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM,
              fields(call.operands.getFirst()),
              fields(call.operands.getLast()));
      case AND, OR -> builder.logic(call.getKind() == SqlKind.AND, suppliers(call));
      case NOT -> test(Test.NOT, call);
      case IS_TRUE -> test(Test.IS_TRUE, call);
      case IS_NOT_TRUE -> test(Test.IS_NOT_TRUE, call);
      case IS_FALSE -> test(Test.IS_FALSE, call);
      case IS_NOT_FALSE -> test(Test.IS_NOT_FALSE, call);
      case IS_UNKNOWN -> test(Test.IS_UNKNOWN, call);
      case IS_NULL, IS_NOT_NULL ->
          builder.isNull(call.getKind() == SqlKind.IS_NOT_NULL, fields(call.operands.getFirst()));
      case CASE -> builder.caseOf(CalciteTypes.kindOf(call.getType()), suppliers(call));
      case COALESCE -> builder.coalesce(CalciteTypes.kindOf(call.getType()), suppliers(call));
      case ROW -> builder.row(translate(call.operands));
      case SEARCH -> translate(calls.expanded(call));
      default ->
          call.getOperator() instanceof SubqueryOperator subquery
              ? subquery(subquery, call)
              : calls.translate(call, translate(call.operands));
    };
  }

  private Expression subquery(SubqueryOperator subquery, RexCall call) {
    List<Expression> compared = new ArrayList<>();
    for (RexNode operand : call.operands.subList(0, subquery.comparedCount())) {
      compared.addAll(fields(operand));
    }
    List<RexNode> outer = call.operands.subList(subquery.comparedCount(), call.operands.size());
    return subqueries.translate(subquery, compared, translate(outer), input.names());
  }

  private List<Supplier<Expression>> suppliers(RexCall call) {
    List<Supplier<Expression>> suppliers = new ArrayList<>();
    for (RexNode operand : call.operands) {
      suppliers.add(() -> translate(operand));
    }
    return suppliers;
  }

  private Expression test(Test test, RexCall call) {
    return builder.test(test, translate(call.operands.getFirst()));
  }

  /** Returns the fields of a row, or the value itself. */
  private List<Expression> fields(RexNode node) {
    if (!node.getType().isStruct()) {
      return List.of(translate(node));
    }
    if (node instanceof RexCall call && call.getKind() == SqlKind.ROW) {
      List<Expression> fields = new ArrayList<>();
      for (RexNode operand : call.operands) {
        fields.addAll(fields(operand));
      }
      return fields;
    }
    Expression row = translate(node);
    List<Expression> fields = new ArrayList<>();
    for (RelDataTypeField field : node.getType().getFieldList()) {
      TypeKind kind = CalciteTypes.kindOf(field.getType());
      fields.add(builder.field(row, field.getIndex(), kind, field.getName()));
    }
    return fields;
  }

  static ComparisonOperator comparison(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> ComparisonOperator.EQUAL;
      case NOT_EQUALS -> ComparisonOperator.NOT_EQUAL;
      case LESS_THAN -> ComparisonOperator.LESS;
      case LESS_THAN_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
      case GREATER_THAN -> ComparisonOperator.GREATER;
      case GREATER_THAN_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      default -> throw unsupported("comparison " + kind);
    };
  }
}
