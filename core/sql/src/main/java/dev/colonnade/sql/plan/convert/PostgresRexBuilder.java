package dev.colonnade.sql.plan.convert;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.scalar.IdentityCasts;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimeString;
import org.jspecify.annotations.Nullable;

/** Keeps casts of literals: a literal of a NUMERIC without limits would get all of its digits. */
public final class PostgresRexBuilder extends RexBuilder {
  private static final RuntimeFunction KEEP_TEXT =
      RuntimeFunction.of(IdentityCasts.class, "keepText");
  private static final RuntimeFunction INTERVAL_OF =
      RuntimeFunction.of(IntervalFunctions.class, "intervalOf");

  private final boolean hasEnums;

  /**
   * A builder for one plan.
   *
   * @param hasEnums whether a column may be of an enum, whose values are text in plans
   */
  public PostgresRexBuilder(RelDataTypeFactory factory, boolean hasEnums) {
    super(factory);
    this.hasEnums = hasEnums;
  }

  @Override
  public RexNode makeCast(
      SqlParserPos pos,
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    if (CalciteTypes.kindOf(type).isText()
        && CalciteTypes.kindOf(operand.getType()).isNamedReference()) {
      return makeName(type, operand);
    }
    if (hasEnums && isTextOfColumn(type, operand)) {
      return makeCall(operand.getType(), EnumOrder.TEXT, List.of(operand));
    }
    boolean isOurs =
        CalciteTypes.usesPostgresRules(CalciteTypes.kindOf(type))
            || CalciteTypes.usesPostgresRules(CalciteTypes.kindOf(operand.getType()));
    if (isOurs && !RexLiteral.isNullLiteral(operand)) {
      return makeCastOfOurs(pos, type, operand, safe);
    }
    if (PostgresTypeSystem.isUnlimited(type)
        && operand instanceof RexLiteral literal
        && !literal.isNull()) {
      return makeAbstractCast(pos, type, operand, safe);
    }
    return super.makeCast(pos, type, operand, matchNullability, safe, format);
  }

  /**
   * Returns whether a cast changes only the order of values of an enum. A cast that changes only
   * the nullability comes not from a statement but from a rule that turned outer joins into others.
   */
  private boolean isTextOfColumn(RelDataType type, RexNode operand) {
    return operand instanceof RexInputRef
        && CalciteTypes.kindOf(type) == TypeKind.TEXT
        && type.isNullable() == operand.getType().isNullable()
        && SqlTypeUtil.equalSansNullability(typeFactory, type, operand.getType());
  }

  /** Returns the name of a reference: a cast would be read as one of the number that it is. */
  private RexNode makeName(RelDataType type, RexNode reference) {
    List<RuntimeFunction> name =
        RuntimeFunction.ofCast(CalciteTypes.kindOf(reference.getType()), TypeKind.TEXT);
    if (name == null) {
      throw new IllegalStateException("reference has no name: " + reference);
    }
    return makeCall(type, name.getLast(), List.of(reference));
  }

  /** Literals are hidden from Calcite, which would take the cast away; intervals are read now. */
  private RexNode makeCastOfOurs(
      SqlParserPos pos, RelDataType type, RexNode operand, boolean safe) {
    if (!(operand instanceof RexLiteral literal) || literal.isNull()) {
      return makeAbstractCast(pos, type, operand, safe);
    }
    boolean isText = CalciteTypes.kindOf(literal.getType()).isText();
    String text = isText ? literal.getValueAs(String.class) : null;
    if (text != null && CalciteTypes.kindOf(type) == TypeKind.INTERVAL) {
      return intervalOf(type, IntervalFunctions.textToInterval(text));
    }
    TimeString time = text == null ? timeOf(literal) : null;
    if (time != null && CalciteTypes.kindOf(type) == TypeKind.INTERVAL) {
      return intervalOf(type, IntervalFunctions.textToInterval(time.toString()));
    }
    return text == null
        ? makeAbstractCast(pos, type, operand, safe)
        : makeAbstractCast(
            pos, type, makeCall(literal.getType(), KEEP_TEXT, List.of(literal)), safe);
  }

  private static @Nullable TimeString timeOf(RexLiteral literal) {
    return CalciteTypes.kindOf(literal.getType()) == TypeKind.TIME
        ? literal.getValueAs(TimeString.class)
        : null;
  }

  private RexNode intervalOf(RelDataType type, Interval value) {
    return makeCall(
        getTypeFactory().createTypeWithNullability(type, false),
        INTERVAL_OF,
        List.of(
            integer(SqlTypeName.INTEGER, value.months()),
            integer(SqlTypeName.INTEGER, value.days()),
            integer(SqlTypeName.BIGINT, value.micros())));
  }

  private RexNode integer(SqlTypeName type, long value) {
    return makeExactLiteral(BigDecimal.valueOf(value), getTypeFactory().createSqlType(type));
  }
}
