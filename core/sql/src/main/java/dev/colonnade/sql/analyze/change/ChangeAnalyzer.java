package dev.colonnade.sql.analyze.change;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.change.insert.InsertAnalyzer;
import dev.colonnade.sql.analyze.change.lock.LockAnalyzer;
import dev.colonnade.sql.analyze.change.update.MergeAnalyzer;
import dev.colonnade.sql.analyze.change.update.UpdateAnalyzer;
import dev.colonnade.sql.analyze.change.with.WithChangesAnalyzer;
import dev.colonnade.sql.analyze.query.QueryAnalyzer;
import dev.colonnade.sql.analyze.query.with.WithAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.function.UnaryOperator;

/** Analyzer of the statements that change or lock rows. One statement, one thread. */
public final class ChangeAnalyzer {
  private final QueryContext context;

  /** Creates the analyzer of a statement, or of an item of WITH. */
  public ChangeAnalyzer(QueryContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  /** Returns the plan of a change with the columns of RETURNING. */
  public AnalyzedQuery analyze(Change change) {
    With with = change.with();
    if (with == null) {
      return change(change, context, UnaryOperator.identity());
    }
    if (WithChangesAnalyzer.hasChanges(with)) {
      return new WithChangesAnalyzer(context)
          .analyze(with, inner -> change(change, inner, UnaryOperator.identity()));
    }
    WithAnalyzer items = QueryAnalyzer.with(context);
    return change(change, items.open(with), items::close);
  }

  private static AnalyzedQuery change(
      Change change, QueryContext inner, UnaryOperator<LogicalPlan> with) {
    return switch (change) {
      case Change.Insert insert -> new InsertAnalyzer(inner, with).analyze(insert);
      case Change.Update update -> new UpdateAnalyzer(inner, with).update(update);
      case Change.Delete delete -> new UpdateAnalyzer(inner, with).delete(delete);
      case Change.Merge merge -> new MergeAnalyzer(inner, with).analyze(merge);
    };
  }

  /** Returns whether a query has an item of WITH that changes rows. */
  public static boolean hasChanges(Query query) {
    return query instanceof Query.Qualified qualified
        && qualified.with() != null
        && WithChangesAnalyzer.hasChanges(qualified.with());
  }

  /** Returns the plan of a query that has items of WITH which change rows. */
  public AnalyzedQuery analyze(Query.Qualified query) {
    With with = requireNonNull(query.with(), "with is null");
    Query body =
        new Query.Qualified(
            null, query.body(), query.orderBy(), query.limit(), query.locking(), query.position());
    return new WithChangesAnalyzer(context)
        .analyze(with, inner -> inner.analyses().query(body, inner));
  }

  /** Returns the plan of a query that locks rows. */
  public AnalyzedQuery lock(Query.Qualified query) {
    return new LockAnalyzer(context).analyze(query);
  }
}
