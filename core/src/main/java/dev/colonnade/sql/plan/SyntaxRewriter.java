package dev.colonnade.sql.plan;

import dev.colonnade.sql.function.PostgresOperators;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Turns literals with an exponent into exact numbers, and what Calcite gives another type than
 * PostgreSQL into functions of our own.
 */
final class SyntaxRewriter extends SqlShuttle {
  private static final SqlDataTypeSpec NUMERIC =
      new SqlDataTypeSpec(
          new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, SqlParserPos.ZERO), SqlParserPos.ZERO);

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlNumericLiteral number
        && !number.isInteger()
        && isApproximate(number)) {
      BigDecimal value = number.bigDecimalValue();
      SqlNode exact =
          SqlLiteral.createExactNumeric(
              value == null ? "0" : value.toPlainString(), literal.getParserPosition());
      return SqlStdOperatorTable.CAST.createCall(literal.getParserPosition(), exact, NUMERIC);
    }
    return literal;
  }

  private static boolean isApproximate(SqlNumericLiteral number) {
    return number.getTypeName() == SqlTypeName.DOUBLE;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    if (visited instanceof SqlCall changed
        && changed.getKind() == SqlKind.EXTRACT
        && changed.operand(0) instanceof SqlIntervalQualifier field) {
      String name = field.timeFrameName != null ? field.timeFrameName : field.getUnit().name();
      return PostgresOperators.EXTRACT.createCall(
          changed.getParserPosition(),
          SqlLiteral.createCharString(name.toLowerCase(Locale.ROOT), field.getParserPosition()),
          changed.operand(1));
    }
    return visited;
  }
}
