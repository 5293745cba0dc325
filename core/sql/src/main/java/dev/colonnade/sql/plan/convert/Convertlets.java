package dev.colonnade.sql.plan.convert;

import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Convertlets, which convert calls to expressions: Calcite's, except for casts of arrays to other
 * types.
 */
public final class Convertlets implements SqlRexConvertletTable {
  public static final SqlRexConvertletTable INSTANCE = new Convertlets();

  private Convertlets() {}

  @Override
  public @Nullable SqlRexConvertlet get(SqlCall call) {
    SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
    return call.getKind() == SqlKind.CAST && standard != null
        ? (context, cast) -> convertCast(context, cast, standard)
        : standard;
  }

  private static RexNode convertCast(
      SqlRexContext context, SqlCall cast, SqlRexConvertlet standard) {
    RelDataType from = context.getValidator().getValidatedNodeTypeIfKnown(cast.operand(0));
    RelDataType to = context.getValidator().getValidatedNodeTypeIfKnown(cast);
    boolean isFromArray = from != null && CalciteTypes.kindOf(from) == TypeKind.ARRAY;
    return isFromArray && to != null && CalciteTypes.kindOf(to) != TypeKind.ARRAY
        ? context
            .getRexBuilder()
            .makeAbstractCast(to, context.convertExpression(cast.operand(0)), false)
        : standard.convertCall(context, cast);
  }
}
