package dev.colonnade.sql.statement;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Expressions of DEFAULT clauses: as they are kept, and what they come to. */
public final class ColumnDefaultExpressions {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("'#sequence:(\\d+)#'", Pattern.CASE_INSENSITIVE);

  private ColumnDefaultExpressions() {}

  /** The text that is kept: sequences in it by their ids, so that they may be renamed. */
  public static String text(SqlNode value, NameScope names) {
    SqlNode marked = value.accept(new SequenceMarks(names));
    String text =
        (marked == null ? value : marked).toSqlString(PostgresqlSqlDialect.DEFAULT).getSql();
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> DefaultClause.nextValueOf(Integer.parseInt(found.group(1))));
  }

  /** Evaluates the expression to a value of the column's Java class. */
  public static @Nullable Object value(
      StatementPreparer preparer, String sql, SqlNode value, Column column, Execution execution) {
    SqlNode row =
        SqlStdOperatorTable.ROW.createCall(
            value.getParserPosition(), Assignments.typed(value, column));
    QueryStatement query =
        preparer.query(
            sql,
            SqlStdOperatorTable.VALUES.createCall(value.getParserPosition(), row),
            execution.transaction(),
            root -> Assignments.cast(root, 0, List.of(column)));
    try (InternalRows rows = query.open(execution)) {
      @Nullable Object[] held = rows.next();
      return held == null ? null : Assignments.valueOf(column, held[0]);
    }
  }

  /** Puts a mark in the place of {@code nextval('name')}. */
  private static final class SequenceMarks extends SqlShuttle {
    private final NameScope names;

    SequenceMarks(NameScope names) {
      this.names = names;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.getKind() == SqlKind.NEXT_VALUE && call.operand(0) instanceof SqlIdentifier name) {
        return mark(call, names.sequence(name.names).id());
      }
      String function = call.getOperator().getName().toLowerCase(Locale.ROOT);
      if (function.equals("nextval_of") && call.operand(0) instanceof SqlLiteral id) {
        return mark(call, id.intValue(true));
      }
      if (function.equals("nextval") && call.operandCount() == 1) {
        String name = literal(call.operand(0));
        if (name != null) {
          return mark(call, names.sequence(NameScope.split(name)).id());
        }
      }
      return super.visit(call);
    }

    private static SqlNode mark(SqlCall call, int sequenceId) {
      return SqlLiteral.createCharString("#sequence:" + sequenceId + "#", call.getParserPosition());
    }

    /** A text, also one that is cast to {@code regclass}. */
    private static @Nullable String literal(SqlNode node) {
      if (node instanceof SqlCharStringLiteral text) {
        return text.getValueAs(String.class);
      }
      boolean isCast =
          node instanceof SqlCall cast
              && (cast.getKind() == SqlKind.CAST || cast.getOperator().getName().equals("::"));
      return isCast ? literal(((SqlCall) node).operand(0)) : null;
    }
  }
}
