package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.LockedSubquery;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.parse.SqlAnalyzeTables;
import dev.colonnade.sql.parse.SqlCopy;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.SqlDeleteRows;
import dev.colonnade.sql.parse.SqlExplainQuery;
import dev.colonnade.sql.parse.SqlIndexStatement;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.parse.SqlSetSetting;
import dev.colonnade.sql.parse.SqlShowObjects;
import dev.colonnade.sql.parse.SqlShowSetting;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.sql.parse.SqlWithChanges;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Makes statements ready to run. Safe for use by many threads. */
public final class StatementPreparer {
  private final List<@Nullable SqlType> parameterTypes;

  /** Creates a preparer of statements without declared parameters. */
  public StatementPreparer() {
    this(List.of());
  }

  private StatementPreparer(List<@Nullable SqlType> parameterTypes) {
    this.parameterTypes = parameterTypes;
  }

  /** The same for statements whose first parameters have these types, as far as they are known. */
  public StatementPreparer with(List<@Nullable SqlType> types) {
    return new StatementPreparer(types);
  }

  private StatementQueries queries(String sql, StatementTransaction transaction) {
    return new StatementQueries(sql, transaction, parameterTypes, List.of());
  }

  /** A query that locks the rows that it returns. */
  public PreparedStatement prepareLocking(
      String sql, SqlNode node, List<LockingClause> clauses, StatementTransaction transaction) {
    if (!node.isA(SqlKind.QUERY)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "syntax error at or near \"%s\"".formatted(clauses.getFirst().words()));
    }
    return new ModifyStatement(LockingPlanner.plan(node, clauses, queries(sql, transaction)));
  }

  /** A statement with queries in it that lock the rows which they return. */
  public PreparedStatement prepareLocking(
      String sql, List<LockedSubquery> subqueries, StatementTransaction transaction) {
    return LockingSubqueries.prepare(this, sql, subqueries, transaction);
  }

  /** The same for statements whose parameters have these types. */
  StatementPreparer withTypes(List<SqlType> types) {
    return with(new ArrayList<@Nullable SqlType>(types));
  }

  /** The statement of a parsed text, for the catalogue of a transaction. */
  public PreparedStatement prepare(String sql, SqlNode node, StatementTransaction transaction) {
    if (node instanceof SqlStatement statement) {
      try {
        return prepareStatement(sql, statement, transaction);
      } catch (CalciteContextException e) {
        throw SqlErrors.of(sql, e);
      }
    }
    if (node.isA(SqlKind.QUERY)) {
      return query(node, queries(sql, transaction));
    }
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "statement is not supported: kind=" + node.getKind());
  }

  private PreparedStatement prepareStatement(
      String sql, SqlStatement statement, StatementTransaction transaction) {
    StatementQueries queries = queries(sql, transaction);
    return switch (statement) {
      case SqlCreateTable _, SqlDefinition _, SqlIndexStatement _ ->
          throw new IllegalStateException("a definition that is made from the syntax tree");
      case SqlInsertRows node -> new ModifyStatement(InsertPlanner.plan(node, queries));
      case SqlUpdateRows node -> new ModifyStatement(UpdatePlanner.plan(node, queries));
      case SqlDeleteRows node -> new ModifyStatement(DeletePlanner.plan(node, queries));
      case SqlMergeRows node -> new ModifyStatement(MergePlanner.plan(node, queries));
      case SqlWithChanges node -> new ModifyStatement(WithChangesPlanner.plan(node, queries));
      case SqlExplainQuery node -> ExplainStatement.prepare(node, queries);
      case SqlSessionCommand node ->
          throw new IllegalStateException("not a statement to be planned: " + node.command());
      case SqlShowSetting _, SqlSetSetting _, SqlCopy _, SqlShowObjects _, SqlAnalyzeTables _ ->
          throw new IllegalStateException("a command that is made from the syntax tree");
    };
  }

  /** A statement of our own making. */
  public PreparedStatement prepare(String sql, StatementTransaction transaction) {
    return prepare(sql, StatementParser.parse(sql), transaction);
  }

  /** Returns a query, with operators of the caller's on top of it. */
  public QueryStatement query(
      String sql, SqlNode node, StatementTransaction transaction, UnaryOperator<RelRoot> above) {
    return new QueryStatement(queries(sql, transaction).plan(node, above));
  }

  private static PreparedStatement query(SqlNode node, StatementQueries queries) {
    return new QueryStatement(queries.plan(node));
  }
}
