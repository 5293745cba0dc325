package dev.colonnade.sql.plan;

import dev.colonnade.sql.function.PostgresOperators;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Turns what Calcite gives another type than PostgreSQL into functions of our own. */
final class SyntaxRewriter extends SqlShuttle {
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
