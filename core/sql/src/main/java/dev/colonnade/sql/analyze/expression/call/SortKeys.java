package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.syntax.query.SortKey;

/** Keys of orders and of groups. */
public final class SortKeys {
  private final Conversions conversions;

  public SortKeys(Conversions conversions) {
    this.conversions = requireNonNull(conversions, "conversions is null");
  }

  /** Returns the key of an order; UNKNOWN_FUNCTION if values of the type have no order. */
  public SortItem sortItem(TypedExpression value, SortKey key) {
    TypedExpression decided = conversions.decided(value);
    Type type = decided.type().type();
    boolean isDescending =
        switch (key.direction()) {
          case DEFAULT, ASCENDING -> false;
          case DESCENDING -> true;
          case USING -> isDescending(key);
        };
    requireOperator("<", "an ordering", decided);
    boolean nullsFirst =
        switch (key.nulls()) {
          case DEFAULT -> isDescending;
          case FIRST -> true;
          case LAST -> false;
        };
    Expression expression =
        conversions.isOrderedByLabels(decided)
            ? conversions.ordered(decided)
            : conversions.hasPaddedElements(type)
                ? conversions.withoutBlanks(decided.expression())
                : decided.expression();
    return new SortItem(expression, isDescending, nullsFirst);
  }

  private static boolean isDescending(SortKey key) {
    String symbol = key.using() == null ? "" : key.using().symbol();
    if (!symbol.equals("<") && !symbol.equals(">")) {
      throw Positions.error(
          ErrorCode.WRONG_OBJECT_TYPE,
          "operator %s is not a valid ordering operator".formatted(symbol),
          "Ordering operators must be \"<\" or \">\" members of btree operator families.",
          key.position());
    }
    return symbol.equals(">");
  }

  /** Returns a key of groups; UNKNOWN_FUNCTION if values of the type have no equality. */
  public Expression groupable(TypedExpression value) {
    TypedExpression decided = conversions.decided(value);
    requireOperator("=", "an equality", decided);
    return decided.expression();
  }

  private void requireOperator(String symbol, String what, TypedExpression value) {
    Type missing = conversions.comparable().withoutOperator(symbol, value);
    if (missing == null) {
      return;
    }
    if (value.type().type().oid() == TypeOids.RECORD) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_FUNCTION,
          "could not identify a comparison function for type %s".formatted(missing));
    }
    String message = "could not identify %s operator for type %s".formatted(what, missing);
    throw symbol.equals("<")
        ? Positions.error(
            ErrorCode.UNKNOWN_FUNCTION,
            message,
            "Use an explicit ordering operator or modify the query.",
            value.position())
        : Positions.error(ErrorCode.UNKNOWN_FUNCTION, message, value.position());
  }
}
