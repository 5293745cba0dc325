package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlDeleteRows;
import dev.colonnade.sql.parse.SqlDropTable;
import dev.colonnade.sql.parse.SqlExplainQuery;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.parse.SqlSetSetting;
import dev.colonnade.sql.parse.SqlShowSetting;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.PlannerGround;
import dev.colonnade.sql.plan.QueryPlanner;
import dev.colonnade.sql.run.EnumerableCompiler;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Makes statements ready to run. Safe for use by many threads. */
public final class StatementPreparer {
  private final QueryPlanner planner = new QueryPlanner();
  private final EnumerableCompiler compiler = new EnumerableCompiler();

  /** The statement of a parsed text, for the catalogue of a transaction. */
  public PreparedStatement prepare(String sql, SqlNode node, StatementTransaction transaction) {
    if (node instanceof SqlStatement statement) {
      return prepareStatement(sql, statement, transaction);
    }
    if (node.isA(SqlKind.QUERY)) {
      return query(sql, node, transaction, UnaryOperator.identity());
    }
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "statement is not supported: kind=" + node.getKind());
  }

  private PreparedStatement prepareStatement(
      String sql, SqlStatement statement, StatementTransaction transaction) {
    return switch (statement) {
      case SqlCreateTable node -> TableStatements.create(this, sql, node, transaction);
      case SqlDropTable node -> TableStatements.drop(node);
      case SqlInsertRows node -> InsertStatement.prepare(this, sql, node, transaction);
      case SqlUpdateRows node -> UpdateStatement.prepare(this, sql, node, transaction);
      case SqlDeleteRows node -> DeleteStatement.prepare(this, sql, node, transaction);
      case SqlExplainQuery node ->
          new ExplainStatement(query(sql, node.query(), transaction, UnaryOperator.identity()));
      case SqlShowSetting node -> SettingStatements.show(node);
      case SqlSetSetting node -> SettingStatements.set(node);
    };
  }

  /** A query, with operators of the caller's on top of it. */
  QueryStatement query(
      String sql, SqlNode node, StatementTransaction transaction, UnaryOperator<RelRoot> above) {
    PlannerGround ground = new PlannerGround(sql, transaction.catalog(), transaction::rowCount);
    PlannedQuery planned = planner.plan(node, ground, above);
    return new QueryStatement(planned, compiler.compile(sql, planned));
  }
}
