package dev.colonnade.sql.analyze.change.relation;

import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.change.row.ChangeKind;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.scope.QueryContext;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognizes views through which rows can change. */
public final class UpdatableViews {
  private UpdatableViews() {}

  /** Returns the columns of a view that can be written; empty if rows cannot change through it. */
  public static Set<String> columns(View view, QueryContext context) {
    try {
      return columns(target(view, context));
    } catch (ColonnadeException e) {
      return Set.of(); // its query has no meaning any more, or is of another kind
    }
  }

  /**
   * Returns PostgreSQL's text of the reason why rows cannot change through a view; null if there is
   * none.
   */
  public static @Nullable String obstacle(View view, QueryContext context) {
    try {
      return columns(target(view, context)).isEmpty()
          ? "Views that have no updatable columns are not automatically updatable."
          : null;
    } catch (ColonnadeException e) {
      String detail = e.fields().detail();
      if (detail == null) {
        throw e;
      }
      return detail;
    }
  }

  private static ViewTarget target(View view, QueryContext context) {
    return ViewTarget.of(view, ChangeKind.UPDATE, ChangeScope.of(context));
  }

  private static Set<String> columns(ViewTarget target) {
    Set<String> found = new LinkedHashSet<>();
    for (String column : target.columnNames()) {
      if (target.find(column) != null) {
        found.add(column);
      }
    }
    return found;
  }
}
