package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Set-returning functions. */
public final class SetCalls {
  private final ExpressionState state;
  private final CallResolver resolver;

  SetCalls(ExpressionAnalysis analysis, CallResolver resolver) {
    this.state = analysis.state();
    this.resolver = requireNonNull(resolver, "resolver is null");
  }

  /**
   * Rows of a function.
   *
   * @param call whose value is a list of values, or of rows if there are several columns
   * @param columns names and types
   * @param isRow whether the elements of the list are rows
   */
  public record Rows(Expression call, List<RowField> columns, boolean isRow) {
    public Rows {
      requireNonNull(call, "call is null");
      columns = List.copyOf(columns);
    }
  }

  /** Returns the rows of a call; a function that returns no set has one row. */
  Rows rows(ResolvedCall call, boolean isVariadic) {
    Expression value = resolver.expression(call, isVariadic);
    List<RowField> fields = resolver.fields(call);
    if (!call.entry().result().isSet()) {
      TypedExpression typed =
          new TypedExpression(
              value, TypeReference.of(call.result()), fields, TypedExpression.NO_POSITION);
      return rows(typed, call.entry().name());
    }
    if (!fields.isEmpty()) {
      return new Rows(value, fields, true);
    }
    String out = CallResolver.outName(call);
    RowField field =
        new RowField(out == null ? call.entry().name() : out, TypeReference.of(call.result()));
    return new Rows(value, List.of(field), RowFields.isRow(call.result()));
  }

  /** Returns the only row of a value. */
  Rows rows(TypedExpression value, String name) {
    Expression list = state.builder().array(List.of(value.expression()));
    boolean isRow = !value.fields().isEmpty();
    return new Rows(
        list, isRow ? value.fields() : List.of(new RowField(name, value.type())), isRow);
  }

  /** Returns the value of the current row of a function in the select list. */
  TypedExpression inSelectList(ResolvedCall call, Call.Function node) {
    QueryLevel level = state.context().level();
    if (level == null) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED,
          "set-returning functions are not allowed in " + state.context().clause().text(),
          node.position());
    }
    state.addSetCall(node.position());
    Rows rows = rows(call, node.arguments().variadic());
    VectorType element =
        rows.isRow()
            ? VectorType.of(TypeKind.UNKNOWN)
            : ExpressionState.vectorOf(rows.columns().getFirst().type().type());
    Variable value =
        level.addSetFunction(rows.call(), List.of(element), state.context().clause()).getFirst();
    return rows.isRow()
        ? new TypedExpression(
            value, TypeReference.of(call.result()), rows.columns(), node.position())
        : TypedExpression.of(value, rows.columns().getFirst().type(), node.position());
  }
}
