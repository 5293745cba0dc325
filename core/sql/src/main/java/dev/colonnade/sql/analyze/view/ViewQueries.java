package dev.colonnade.sql.analyze.view;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TextChanges;
import dev.colonnade.sql.analyze.change.relation.UpdatableViews;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.system.SystemOids;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries of views. */
public final class ViewQueries {
  private ViewQueries() {}

  /**
   * Returns the query of a new view.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the text
   */
  public static ViewQuery analyze(QueryText text, StatementAnalysis statement) {
    NameUses uses = new NameUses();
    AnalyzedStatement analyzed = Analyzer.analyze(text.query(), statement.recording(uses));
    TextChanges changes = new TextChanges(text.whole());
    ExpandedStars.replace(text, uses.stars(), changes);
    changes.fixLiterals(uses);
    return new ViewQuery(
        changes.apply(text.start(), text.end()),
        analyzed.columns(),
        dependencies(uses, statement.names().catalog()));
  }

  private static Set<View.Dependency> dependencies(NameUses uses, CatalogSnapshot catalog) {
    Set<View.Dependency> found = new HashSet<>();
    uses.objectIds().forEach(id -> found.add(new View.Dependency(id, 0)));
    for (Origin column : uses.columns()) {
      int id = SystemOids.idOf(column.relationOid());
      if (id >= 0 && catalog.findRelation(id) instanceof Table) {
        found.add(new View.Dependency(id, column.columnNumber()));
      }
    }
    return found;
  }

  /**
   * Returns the columns of a view of the catalog.
   *
   * @throws ColonnadeException if the query is no longer valid
   */
  public static List<ResultColumn> columns(View view, StatementAnalysis statement) {
    List<ResultColumn> columns = Analyzer.analyze(parse(view), statement.within(view)).columns();
    return columns.subList(0, view.columnNames().size());
  }

  /** Returns the syntax of the query of a view. */
  public static Query parse(View view) {
    if (SqlParser.parse(view.query()).getFirst().statement() instanceof Query query) {
      return query;
    }
    throw new ColonnadeException(
        ErrorCode.INTERNAL, "text of a view is no query: view=" + view.name());
  }

  /** Returns the columns of a view that can be written; empty if rows cannot change through it. */
  public static Set<String> updatableColumns(View view, StatementAnalysis statement) {
    return UpdatableViews.columns(view, Analyzer.context(statement));
  }

  /**
   * Returns PostgreSQL's text of the reason why rows cannot change through a view; null if there is
   * none.
   */
  public static @Nullable String obstacle(View view, StatementAnalysis statement) {
    return UpdatableViews.obstacle(view, Analyzer.context(statement));
  }
}
