package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Place of a query in its statement.
 *
 * @param outer names of the query around it; null for the outermost query
 * @param level of the query around it; null for the outermost query
 * @param tables common table expressions that it sees, the innermost last
 * @param analyses of queries and changes
 */
public record QueryContext(
    StatementAnalysis statement,
    @Nullable Scope outer,
    @Nullable QueryLevel level,
    List<CommonTable> tables,
    Analyses analyses) {
  public QueryContext(
      StatementAnalysis statement,
      @Nullable Scope outer,
      @Nullable QueryLevel level,
      List<CommonTable> tables,
      Analyses analyses) {
    this.statement = requireNonNull(statement, "statement is null");
    this.outer = outer;
    this.level = level;
    this.tables = List.copyOf(tables);
    this.analyses = requireNonNull(analyses, "analyses is null");
  }

  /** Analyses of the statements that a query contains. */
  public interface Analyses {
    /** Returns an analyzed query. */
    AnalyzedQuery query(Query query, QueryContext context);

    /** Returns an analyzed change of a WITH clause, whose columns are those of RETURNING. */
    AnalyzedQuery change(Change change, QueryContext context);

    /** Returns an analyzed query with row locks. */
    AnalyzedQuery lock(Query.Qualified query, QueryContext context);
  }

  /** Returns whether no query is around the query. */
  public boolean isOutermost() {
    return outer == null;
  }

  /** Returns the context of a query that sees one more common table expression. */
  public QueryContext with(CommonTable table) {
    List<CommonTable> all = new ArrayList<>(tables);
    all.add(table);
    return new QueryContext(statement, outer, level, all, analyses);
  }

  /** Returns the context of a subquery. */
  public QueryContext inside(Scope scope, @Nullable QueryLevel its) {
    return new QueryContext(statement, scope, its, tables, analyses);
  }

  /** Returns the innermost common table expression of a name; null if there is none. */
  public @Nullable CommonTable findTable(String name) {
    for (CommonTable table : tables.reversed()) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    return null;
  }
}
