package dev.colonnade.sql.statement;

import dev.colonnade.clock.NanoTicker;
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
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.PlannerContext;
import dev.colonnade.sql.plan.QueryPlanner;
import dev.colonnade.sql.plan.ViewShape;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Makes statements ready to run. Safe for use by many threads. */
public final class StatementPreparer {
  private final QueryPlanner planner;
  private final DefinitionPreparer definitions;
  private final Terms terms;

  /** Options of the statements to prepare. */
  private record Terms(List<@Nullable SqlType> parameterTypes, List<MaterializedCteTable> held) {}

  /** A preparer that leaves definitions to another one. */
  public StatementPreparer(DefinitionPreparer definitions) {
    this(new QueryPlanner(), definitions, new Terms(List.of(), List.of()));
  }

  private StatementPreparer(QueryPlanner planner, DefinitionPreparer definitions, Terms terms) {
    this.planner = planner;
    this.definitions = definitions;
    this.terms = terms;
  }

  /** The same for statements whose first parameters have these types, as far as they are known. */
  public StatementPreparer with(List<@Nullable SqlType> types) {
    return new StatementPreparer(planner, definitions, new Terms(types, terms.held()));
  }

  /** The same for statements that may name rows that are kept while they run. */
  StatementPreparer holding(List<MaterializedCteTable> held) {
    Terms other = new Terms(terms.parameterTypes(), List.copyOf(held));
    return new StatementPreparer(planner, definitions, other);
  }

  /** The values of some expressions, as a query for one row. */
  public PreparedStatement prepareRow(
      String sql, List<SqlNode> expressions, StatementTransaction transaction) {
    SqlNode row = SqlStdOperatorTable.ROW.createCall(SqlParserPos.ZERO, expressions);
    SqlNode values = SqlStdOperatorTable.VALUES.createCall(SqlParserPos.ZERO, row);
    return query(sql, values, transaction, UnaryOperator.identity());
  }

  /** A query that locks the rows that it returns. */
  public PreparedStatement prepareLocking(
      String sql, SqlNode node, List<LockingClause> clauses, StatementTransaction transaction) {
    if (!node.isA(SqlKind.QUERY)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "syntax error at or near \"%s\"".formatted(clauses.getFirst().words()));
    }
    return LockingStatement.prepare(this, sql, node, clauses, transaction);
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
      return query(sql, node, transaction, UnaryOperator.identity());
    }
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "statement is not supported: kind=" + node.getKind());
  }

  private PreparedStatement prepareStatement(
      String sql, SqlStatement statement, StatementTransaction transaction) {
    return switch (statement) {
      case SqlCreateTable node -> TableStatements.create(this, sql, node, transaction);
      case SqlDefinition node -> definitions.prepare(this, sql, node, transaction);
      case SqlIndexStatement node -> IndexStatements.prepare(node, this);
      case SqlInsertRows node -> InsertStatement.prepare(this, sql, node, transaction);
      case SqlUpdateRows node -> UpdateStatement.prepare(this, sql, node, transaction);
      case SqlDeleteRows node -> DeleteStatement.prepare(this, sql, node, transaction);
      case SqlMergeRows node -> MergeStatement.prepare(this, sql, node, transaction);
      case SqlWithChanges node -> WithChangesStatement.prepare(this, sql, node, transaction);
      case SqlExplainQuery node -> explain(sql, node, transaction);
      case SqlShowSetting node -> SettingStatements.show(node);
      case SqlSetSetting node -> SettingStatements.set(node);
      case SqlCopy node -> CopyStatements.prepare(this, sql, node, transaction);
      case SqlSessionCommand node ->
          throw new IllegalStateException("not a statement to be planned: " + node.command());
      case SqlShowObjects node ->
          query(sql, ShowStatements.query(node), transaction, UnaryOperator.identity());
      case SqlAnalyzeTables node -> AnalyzeStatement.prepare(this, node, transaction);
    };
  }

  /** Returns the shape of a view for a query in the statement; the query ends with the text. */
  public ViewShape view(String sql, SqlNode query, StatementTransaction transaction) {
    PlannerContext context =
        new PlannerContext(
            sql, transaction.names(), new TransactionTableStatistics(transaction.tables()));
    String text = StatementParser.textFrom(sql, query);
    return planner.shape(StatementParser.parse(text), text, context);
  }

  /** A statement of our own making. */
  public PreparedStatement prepare(String sql, StatementTransaction transaction) {
    return prepare(sql, StatementParser.parse(sql), transaction);
  }

  private PreparedStatement explain(
      String sql, SqlExplainQuery node, StatementTransaction transaction) {
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    PlannedQuery planned = plan(sql, node.query(), transaction, UnaryOperator.identity());
    RunnableQuery runnable = new RunnableQuery(planned.physical());
    long planningNanos = ticker.nanos() - start;
    return new ExplainStatement(
        new QueryStatement(planned, runnable),
        planned.physical(),
        node.options(),
        planningNanos,
        ticker);
  }

  private PlannedQuery plan(
      String sql, SqlNode node, StatementTransaction transaction, UnaryOperator<RelRoot> above) {
    PlannerContext context =
        new PlannerContext(
            sql,
            transaction.names(),
            new TransactionTableStatistics(transaction.tables()),
            terms.held());
    return planner.plan(ParameterTypes.given(node, terms.parameterTypes()), context, above);
  }

  /** A query, with operators of the caller's on top of it. */
  public QueryStatement query(
      String sql, SqlNode node, StatementTransaction transaction, UnaryOperator<RelRoot> above) {
    PlannedQuery planned = plan(sql, node, transaction, above);
    return new QueryStatement(planned, new RunnableQuery(planned.physical()));
  }
}
