package dev.colonnade.sql.plan;

import dev.colonnade.sql.type.PostgresTypeSystem;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Keeps casts of literals: a literal of a NUMERIC without limits would get all of its digits. */
final class PostgresRexBuilder extends RexBuilder {
  PostgresRexBuilder(RelDataTypeFactory factory) {
    super(factory);
  }

  @Override
  public RexNode makeCast(
      SqlParserPos pos,
      RelDataType type,
      RexNode operand,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    if (PostgresTypeSystem.isUnlimited(type)
        && operand instanceof RexLiteral literal
        && !literal.isNull()) {
      return makeAbstractCast(pos, type, operand, safe);
    }
    return super.makeCast(pos, type, operand, matchNullability, safe, format);
  }
}
