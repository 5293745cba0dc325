package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Recognizes views through which rows can be changed. */
public final class UpdatableViews {
  private UpdatableViews() {}

  /** Fails if rows cannot be held to the conditions of a view and of those below it. */
  public static void requireChecks(NameScope names, View view) {
    ViewTarget.of(names, view, ViewChange.INSERT)
        .checks(column -> Returning.reference("row", column.name()));
  }

  /** The columns of a view that can be written; none if the view is not plain enough. */
  public static Set<String> columnsOf(NameScope names, View view) {
    Set<String> found = new LinkedHashSet<>();
    try {
      ViewTarget target = ViewTarget.of(names, view, ViewChange.UPDATE);
      for (String column : target.columnNames()) {
        if (target.findColumn(column) != null) {
          found.add(column);
        }
      }
    } catch (ColonnadeException e) {
      return Set.of(); // its query means nothing any more, or is of another kind
    }
    return found;
  }
}
