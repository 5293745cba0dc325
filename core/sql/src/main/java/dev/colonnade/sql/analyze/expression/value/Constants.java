package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Constants and parameters. */
public final class Constants {
  /** Number of digits that every INTEGER can have. */
  private static final int SHORT_DIGITS = 9;

  private static final Pattern WHOLE = Pattern.compile("-?\\d+");

  private final ExpressionState state;
  private final Conversions conversions;
  private final TypeNames types;

  public Constants(ExpressionState state, Conversions conversions) {
    this.state = requireNonNull(state, "state is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.types = new TypeNames(state.statement());
  }

  /** Returns a constant. */
  public TypedExpression constant(Constant node) {
    int position = node.position();
    return switch (node) {
      case Constant.NullConstant _ -> unknown(null, position);
      case Constant.BooleanConstant(boolean value, int _) ->
          literal(TypeKind.BOOLEAN, value, "bool", position);
      case Constant.IntegerConstant(int value, int _) ->
          literal(TypeKind.INTEGER, value, "int4", position);
      case Constant.NumericConstant(String text, int _) -> number(text, position);
      case Constant.StringConstant(String value, int _) -> unknown(value, position);
      case Constant.BitConstant(boolean isHexadecimal, String digits, int _) ->
          Positions.at(
              position,
              () ->
                  literal(
                      TypeKind.BIT,
                      BitStrings.textToBits((isHexadecimal ? "x" : "b") + digits),
                      "bit",
                      position));
      case Constant.TypedConstant constant ->
          conversions.cast(
              unknown(constant.value(), position), types.resolve(constant.type()), position);
    };
  }

  private TypedExpression literal(TypeKind kind, Object value, String type, int position) {
    return TypedExpression.of(
        state.builder().literal(kind, value), state.reference(type), position);
  }

  private TypedExpression unknown(@org.jspecify.annotations.Nullable String value, int position) {
    TypeKind kind = value == null ? TypeKind.UNKNOWN : TypeKind.TEXT;
    return TypedExpression.of(
        new Literal(VectorType.of(kind), value), state.reference("unknown"), position);
  }

  private TypedExpression number(String text, int position) {
    if (text.length() <= SHORT_DIGITS && isDigits(text)) {
      return literal(TypeKind.INTEGER, Integer.parseInt(text), "int4", position);
    }
    if (WHOLE.matcher(text).matches()) {
      BigInteger value = new BigInteger(text);
      if (value.bitLength() < Integer.SIZE) {
        return literal(TypeKind.INTEGER, value.intValueExact(), "int4", position);
      }
      if (value.bitLength() < Long.SIZE) {
        return literal(TypeKind.BIGINT, value.longValueExact(), "int8", position);
      }
    }
    return Positions.at(
        position, () -> literal(TypeKind.NUMERIC, NumericLimits.parse(text), "numeric", position));
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Returns a parameter; its type is unknown until a use decides it. */
  public TypedExpression parameter(Reference.Parameter node) {
    ParameterTypes parameters = state.statement().parameters();
    if (node.number() < 1 || node.number() > parameters.countMax()) {
      throw Positions.error(
          ErrorCode.UNKNOWN_PARAMETER, "there is no parameter $" + node.number(), node.position());
    }
    int index = node.number() - 1;
    parameters.use(index);
    TypeReference type = parameters.find(index);
    Object sample = parameters.sample(index);
    if (type == null || type.type().isUnknown()) {
      return TypedExpression.of(
          new Parameter(VectorType.of(TypeKind.UNKNOWN), index, sample),
          state.reference("unknown"),
          node.position());
    }
    Parameter parameter = new Parameter(ExpressionState.vectorOf(type.type()), index, sample);
    return TypedExpression.of(conversions.checked(parameter, type.type()), type, node.position());
  }

  /** Returns the types of the statement by their names. */
  public TypeNames types() {
    return types;
  }
}
