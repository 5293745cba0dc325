package dev.colonnade.sql.plan.lower;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.library.ArrayCasts;
import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Casts as chains of our functions. Only integers and REAL are widened by the evaluator itself. */
public final class CastLowering {

  private static final RuntimeFunction CAST_ARRAY =
      RuntimeFunction.of(ArrayCasts.class, "castArray");
  private static final RuntimeFunction TEXT_TO_ARRAY =
      RuntimeFunction.of(ArrayCasts.class, "textToArray");
  private static final RuntimeFunction ARRAY_TO_TEXT =
      RuntimeFunction.of(ArrayCasts.class, "arrayToText");

  private final RexBuilder builder;
  private final RelDataTypeFactory factory;

  CastLowering(RexBuilder builder) {
    this.builder = builder;
    this.factory = builder.getTypeFactory();
  }

  /** An operand of arithmetic as a number of the type that the arithmetic is done in. */
  RexNode number(RexNode operand, RelDataType type) {
    TypeKind from = CalciteTypes.kindOf(operand.getType());
    return from == CalciteTypes.kindOf(type)
        ? operand
        : cast(operand, factory.createTypeWithNullability(type, operand.getType().isNullable()));
  }

  RexNode cast(RexNode operand, RelDataType type) {
    if (RexLiteral.isNullLiteral(operand)) {
      return builder.makeNullLiteral(type);
    }
    if (operand.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return builder.makeNullLiteral(factory.createTypeWithNullability(type, true));
    }
    RelDataType from = operand.getType();
    if (SqlTypeUtil.equalSansNullability(factory, from, type)) {
      return from.isNullable() == type.isNullable() ? operand : renamed(operand, type);
    }
    TypeKind source = CalciteTypes.kindOf(from);
    TypeKind target = CalciteTypes.kindOf(type);
    if (source == TypeKind.ARRAY || target == TypeKind.ARRAY) {
      return array(operand, type);
    }
    if (source == target || (source.isText() && target.isText())) {
      return fit(operand, type, target);
    }
    if (isWidening(source, target)) {
      return builder.makeAbstractCast(type, operand, false);
    }
    return chain(operand, source, type, target);
  }

  /** The same as the other of two types that differ in whether there are NULLs. */
  private RexNode renamed(RexNode operand, RelDataType type) {
    RuntimeFunction keep = RuntimeFunctions.keep(CalciteTypes.kindOf(type));
    // A cast would give a NUMERIC all the digits that its type can have.
    return keep == null || CalciteTypes.kindOf(type) != TypeKind.NUMERIC
        ? builder.makeAbstractCast(type, operand, false)
        : builder.makeCall(type, keep, List.of(operand));
  }

  /** Returns whether the cast exists. */
  public static boolean isKnown(RelDataType from, RelDataType type) {
    RelDataType source = from.getComponentType();
    RelDataType target = type.getComponentType();
    if (source != null && target != null) {
      return isKnown(source, target);
    }
    if (source != null || target != null) {
      return CalciteTypes.kindOf(source == null ? from : type).isText();
    }
    TypeKind kind = CalciteTypes.kindOf(from);
    TypeKind wanted = CalciteTypes.kindOf(type);
    return kind == wanted
        || (kind.isText() && wanted.isText())
        || isWidening(kind, wanted)
        || RuntimeFunction.ofCast(textOf(kind), textOf(wanted)) != null
        || (kind.isInteger() && RuntimeFunction.ofCast(TypeKind.BIGINT, textOf(wanted)) != null)
        || (kind == TypeKind.REAL
            && RuntimeFunction.ofCast(TypeKind.DOUBLE, textOf(wanted)) != null);
  }

  private static TypeKind textOf(TypeKind kind) {
    return kind == TypeKind.VARCHAR || kind == TypeKind.CHAR ? TypeKind.TEXT : kind;
  }

  /** Arrays are cast element by element, by names of kinds that are arguments. */
  private RexNode array(RexNode operand, RelDataType type) {
    RelDataType source = operand.getType().getComponentType();
    RelDataType target = type.getComponentType();
    if (source != null && target != null) {
      return call(type, CAST_ARRAY, operand, kindName(source), kindName(target));
    }
    if (target != null) {
      RexNode text = cast(operand, nullable(SqlTypeName.VARCHAR, operand));
      return call(type, TEXT_TO_ARRAY, text, kindName(target));
    }
    RelDataType text = nullable(SqlTypeName.VARCHAR, operand);
    return cast(
        call(text, ARRAY_TO_TEXT, operand, kindName(requireNonNull(source, "neither is an array"))),
        type);
  }

  private RexNode kindName(RelDataType element) {
    return builder.makeLiteral(CalciteTypes.kindOf(element).name());
  }

  private static boolean isWidening(TypeKind source, TypeKind target) {
    return (source == TypeKind.SMALLINT
            && (target == TypeKind.INTEGER || target == TypeKind.BIGINT))
        || (source == TypeKind.INTEGER && target == TypeKind.BIGINT)
        || (source == TypeKind.REAL && target == TypeKind.DOUBLE);
  }

  private RexNode chain(RexNode operand, TypeKind source, RelDataType type, TypeKind target) {
    TypeKind wanted = target.isText() ? TypeKind.TEXT : target;
    List<RuntimeFunction> functions =
        RuntimeFunction.ofCast(source.isText() ? TypeKind.TEXT : source, wanted);
    RexNode value = operand;
    if (functions == null && source.isInteger()) {
      functions = RuntimeFunction.ofCast(TypeKind.BIGINT, wanted);
      value = cast(operand, nullable(SqlTypeName.BIGINT, operand));
    } else if (functions == null && source == TypeKind.REAL) {
      functions = RuntimeFunction.ofCast(TypeKind.DOUBLE, wanted);
      value = cast(operand, nullable(SqlTypeName.DOUBLE, operand));
    }
    if (functions == null) {
      throw new ColonnadeException(
          ErrorCode.CANNOT_COERCE,
          "cannot cast type " + source.sqlName() + " to " + target.sqlName());
    }
    for (RuntimeFunction function : functions.subList(0, functions.size() - 1)) {
      SqlTypeName between = target == TypeKind.REAL ? SqlTypeName.DOUBLE : SqlTypeName.BIGINT;
      value = builder.makeCall(nullable(between, operand), function, List.of(value));
    }
    RelDataType whole = unlimited(type, target, operand);
    RexNode done = builder.makeCall(whole, functions.getLast(), List.of(value));
    return whole.equals(type) ? done : fit(done, type, target);
  }

  /** The type of what a cast gives before it is cut to a number of digits or characters. */
  private RelDataType unlimited(RelDataType type, TypeKind target, RexNode operand) {
    return switch (target) {
      case NUMERIC ->
          factory.createTypeWithNullability(
              PostgresTypeSystem.unlimited(factory), operand.getType().isNullable());
      case TEXT, NAME, BYTE_CHAR -> nullable(SqlTypeName.VARCHAR, operand);
      default -> type;
    };
  }

  private RelDataType nullable(SqlTypeName name, RexNode like) {
    return factory.createTypeWithNullability(
        factory.createSqlType(name), like.getType().isNullable());
  }

  /** Between types of one kind: cut to digits or characters if there are fewer than before. */
  private RexNode fit(RexNode operand, RelDataType type, TypeKind kind) {
    if (kind == TypeKind.NUMERIC
        && !PostgresTypeSystem.isUnlimited(type)
        && !containsRangeOf(type, operand.getType())) {
      return call(
          type,
          RuntimeFunctions.FIT_DECIMAL,
          operand,
          integer(type.getPrecision()),
          integer(type.getScale()));
    }
    if (kind == TypeKind.TEXT && isShorter(type, operand.getType())) {
      return call(type, RuntimeFunctions.FIT_TEXT, operand, integer(type.getPrecision()));
    }
    if (kind == TypeKind.NAME || kind == TypeKind.BYTE_CHAR) {
      List<RuntimeFunction> shortening = RuntimeFunction.ofCast(TypeKind.TEXT, kind);
      return call(type, shortening == null ? null : shortening.getLast(), operand);
    }
    if ((kind == TypeKind.TIMESTAMP || kind == TypeKind.TIMESTAMPTZ || kind == TypeKind.TIME)
        && isShorter(type, operand.getType())) {
      return call(type, RuntimeFunctions.FIT_MICROS, operand, integer(type.getPrecision()));
    }
    RuntimeFunction keep = RuntimeFunctions.keep(kind);
    return keep == null
        ? builder.makeAbstractCast(type, operand, false)
        : call(type, keep, operand);
  }

  /** Returns whether every number of the one type is one of the other without conversion. */
  private static boolean containsRangeOf(RelDataType type, RelDataType than) {
    return !PostgresTypeSystem.isUnlimited(than)
        && type.getScale() == than.getScale()
        && type.getPrecision() >= than.getPrecision();
  }

  private static boolean isShorter(RelDataType type, RelDataType than) {
    return type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
        && (than.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
            || type.getPrecision() < than.getPrecision());
  }

  private RexNode integer(int value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), factory.createSqlType(SqlTypeName.INTEGER));
  }

  private RexNode call(RelDataType type, @Nullable RuntimeFunction function, RexNode... operands) {
    if (function == null) {
      throw new IllegalStateException("no such function: type=" + type);
    }
    return builder.makeCall(type, function, List.of(operands));
  }
}
