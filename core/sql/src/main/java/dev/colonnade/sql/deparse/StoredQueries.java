package dev.colonnade.sql.deparse;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.view.ViewQueries;
import dev.colonnade.sql.deparse.node.QualifiedText;
import dev.colonnade.sql.deparse.node.QueryBuilder;
import dev.colonnade.sql.deparse.node.QueryNode;
import dev.colonnade.sql.deparse.node.UnprintableException;

/** Queries of views in PostgreSQL's form. */
public final class StoredQueries {
  private StoredQueries() {}

  /**
   * Returns the query of a view; as it was written if it has something that is not known here.
   *
   * @param reader analysis with the search path of the session
   * @param pretty whether parentheses that are not needed are left out
   */
  public static String print(View view, StatementAnalysis reader, boolean pretty) {
    try {
      QueryNode query =
          new QueryBuilder(reader.within(view), reader.names()).view(ViewQueries.parse(view));
      DeparsedText text = new DeparsedText(pretty);
      new QueryWriter(text, new ExpressionWriter(text)).print(query, view.columnNames(), true);
      return text + ";";
    } catch (UnprintableException | ColonnadeException e) {
      if (e instanceof ColonnadeException failure && failure.code().isInterruption()) {
        throw failure;
      }
      return " " + written(view, reader) + ";";
    }
  }

  private static String written(View view, StatementAnalysis reader) {
    try {
      return QualifiedText.of(view, reader);
    } catch (ColonnadeException e) {
      if (e.code().isInterruption()) {
        throw e;
      }
      return view.query(); // it has no meaning any more
    }
  }
}
