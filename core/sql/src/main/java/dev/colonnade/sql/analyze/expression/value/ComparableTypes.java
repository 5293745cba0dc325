package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types whose values have an equality or an order: of rows, all fields must have one. */
public final class ComparableTypes {
  private final ExpressionState state;
  private final RowFields rows;

  ComparableTypes(ExpressionState state, RowFields rows) {
    this.state = requireNonNull(state, "state is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  /**
   * Returns the type that has no operator: that of a value, or of a field of records, which have no
   * type of their own; null if the operator exists.
   *
   * @param symbol {@code =} or {@code <}
   */
  public @Nullable Type withoutOperator(String symbol, TypedExpression value) {
    return withoutOperator(symbol, value.type().type(), value.fields());
  }

  private @Nullable Type withoutOperator(String symbol, Type type, List<RowField> known) {
    Type base = Types.baseOf(type);
    if (base.isArray()) {
      Type element = state.registry().types().elementOf(base);
      return element == null || withoutOperator(symbol, element, known) == null ? null : type;
    }
    if (RowFields.isRow(base)) {
      Type field = fieldWithoutOperator(symbol, base, known);
      return field == null || base.oid() == TypeOids.RECORD ? field : type;
    }
    return hasOperator(symbol, base) ? null : type;
  }

  private @Nullable Type fieldWithoutOperator(String symbol, Type row, List<RowField> known) {
    for (RowField field : known.isEmpty() ? rows.fields(row) : known) {
      Type missing = withoutOperator(symbol, field.type().type(), field.fields());
      if (missing != null) {
        return missing;
      }
    }
    return null;
  }

  private boolean hasOperator(String symbol, Type type) {
    if (type.oid() == TypeOids.ACL_ITEM) {
      return symbol.equals("="); // in arrays only, as pg_dump compares them
    }
    try {
      return state.operators().infix(symbol, type, type).entry().isSupported();
    } catch (ColonnadeException e) {
      return false;
    }
  }

  /**
   * Throws UNKNOWN_FUNCTION if values that are compared are rows, or arrays, with parts that cannot
   * be compared.
   *
   * @param symbol of the comparison
   */
  public void requireParts(String symbol, List<TypedExpression> operands) {
    boolean isEquality = symbol.equals("=") || symbol.equals("<>");
    for (TypedExpression operand : operands) {
      Type missing = missingPart(isEquality ? "=" : "<", operand);
      if (missing != null) {
        throw new ColonnadeException(
            ErrorCode.UNKNOWN_FUNCTION,
            "could not identify %s for type %s"
                .formatted(isEquality ? "an equality operator" : "a comparison function", missing));
      }
    }
  }

  private @Nullable Type missingPart(String symbol, TypedExpression value) {
    Type base = Types.baseOf(value.type().type());
    Type element = state.registry().types().elementOf(base);
    if (element != null) {
      return withoutOperator(symbol, element, value.fields());
    }
    return RowFields.isRow(base) ? fieldWithoutOperator(symbol, base, value.fields()) : null;
  }
}
