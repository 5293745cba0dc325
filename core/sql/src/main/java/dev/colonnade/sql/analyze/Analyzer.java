package dev.colonnade.sql.analyze;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.ChangeAnalyzer;
import dev.colonnade.sql.analyze.change.insert.ConflictParameters;
import dev.colonnade.sql.analyze.change.lock.CursorAnalyzer;
import dev.colonnade.sql.analyze.change.with.LockedSubqueries;
import dev.colonnade.sql.analyze.query.QueryAnalyzer;
import dev.colonnade.sql.analyze.query.select.ArgumentsAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.DataStatement.CursorQuery;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of statements of data. */
public final class Analyzer {
  private Analyzer() {}

  /** Analyses of the parts of a statement. */
  private static final class Parts implements QueryContext.Analyses {
    private final LockedSubqueries locked = new LockedSubqueries();

    @Override
    public AnalyzedQuery query(Query query, QueryContext context) {
      return new QueryAnalyzer(context).analyze(query);
    }

    @Override
    public AnalyzedQuery change(Change change, QueryContext context) {
      return new ChangeAnalyzer(context).analyze(change);
    }

    @Override
    public AnalyzedQuery lock(Query.Qualified query, QueryContext context) {
      AnalyzedQuery rows = new ChangeAnalyzer(context).lock(query);
      return locked.hoist(rows, context.statement());
    }
  }

  /**
   * Returns the analyzed statement.
   *
   * @throws ColonnadeException with PostgreSQL's SQLSTATE, text and position if it has no meaning
   */
  public static AnalyzedStatement analyze(DataStatement node, StatementAnalysis statement) {
    Parts parts = new Parts();
    AnalyzedQuery analyzed = analyzed(node, context(statement, parts));
    CursorKeys cursorKeys = null;
    if (node instanceof CursorQuery) {
      CursorAnalyzer.Result cursor = new CursorAnalyzer(statement).analyze(analyzed);
      analyzed = cursor.query();
      cursorKeys = cursor.keys();
    }
    List<TypeReference> types = parameterTypes(statement);
    return new AnalyzedStatement(
        tag(node),
        ConflictParameters.placed(parts.locked.before(analyzed.plan()), types),
        analyzed.columns(),
        types,
        statement.objectIds(),
        statement.privileges(),
        cursorKeys);
  }

  private static AnalyzedQuery analyzed(DataStatement node, QueryContext context) {
    return switch (node) {
      case CursorQuery cursor -> analyzed(cursor.query(), context);
      case Query.Qualified query when ChangeAnalyzer.hasChanges(query) ->
          new ChangeAnalyzer(context).analyze(query);
      case Query.Qualified query when isLocking(query) -> new ChangeAnalyzer(context).lock(query);
      case Query query -> new QueryAnalyzer(context).analyze(query);
      case Change change -> new ChangeAnalyzer(context).analyze(change);
    };
  }

  /**
   * Returns the analyzed arguments of EXECUTE, as one row of values of the types.
   *
   * @throws ColonnadeException with PostgreSQL's SQLSTATE, text and position if they have no
   *     meaning
   */
  public static AnalyzedStatement arguments(
      List<Expression> nodes, List<TypeReference> types, StatementAnalysis statement) {
    QueryContext context = context(statement);
    AnalyzedQuery analyzed = new ArgumentsAnalyzer(context).analyze(nodes, types);
    return new AnalyzedStatement(
        "EXECUTE",
        analyzed.plan(),
        analyzed.columns(),
        List.of(),
        statement.objectIds(),
        statement.privileges(),
        null);
  }

  /** Returns the context of the outermost query of a statement. */
  public static QueryContext context(StatementAnalysis statement) {
    return context(statement, new Parts());
  }

  private static QueryContext context(StatementAnalysis statement, Parts parts) {
    return new QueryContext(statement, null, null, List.of(), parts);
  }

  /** Returns whether a query without WITH locks its rows. */
  private static boolean isLocking(Query.Qualified query) {
    return query.with() == null && !query.locking().isEmpty();
  }

  private static String tag(DataStatement node) {
    return switch (node) {
      case Query _, CursorQuery _ -> "SELECT";
      case Change.Insert _ -> "INSERT";
      case Change.Update _ -> "UPDATE";
      case Change.Delete _ -> "DELETE";
      case Change.Merge _ -> "MERGE";
    };
  }

  private static List<TypeReference> parameterTypes(StatementAnalysis statement) {
    List<@Nullable TypeReference> found = statement.parameters().all();
    List<TypeReference> types = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      TypeReference type = found.get(i);
      if (type == null && statement.parameters().isLiteral(i)) {
        type = TypeReference.of(statement.registry().types().require(TypeOids.TEXT));
      }
      if (type == null) {
        throw new ColonnadeException(
            ErrorCode.INDETERMINATE_TYPE,
            "could not determine data type of parameter $" + (i + 1),
            ErrorFields.NONE);
      }
      types.add(type);
    }
    return types;
  }
}
