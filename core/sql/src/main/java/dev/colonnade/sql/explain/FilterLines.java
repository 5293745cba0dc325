package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.PredicateText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions of a node and the number of rows that they removed, where it is known. */
final class FilterLines {
  private final List<String> conditions = new ArrayList<>();
  private final List<String> implied = new ArrayList<>();
  private String key = "Filter";
  private double removedRows;
  private boolean isCounted = true;

  /** Names the conditions of an inner join. */
  void ofJoin() {
    key = "Join Filter";
  }

  /** Adds a condition that limits the keys of the scan, and is not shown again. */
  void imply(String condition) {
    implied.add(condition);
  }

  /** Adds conditions for which the removed rows are not counted. */
  void add(List<String> added) {
    conditions.addAll(added);
    isCounted = false;
  }

  /**
   * Adds conditions that an operator tests.
   *
   * @param before statistics of its input
   * @param after its own statistics
   */
  void add(
      List<String> added, @Nullable OperatorStatistics before, @Nullable OperatorStatistics after) {
    added.stream().filter(condition -> !implied.contains(condition)).forEach(conditions::add);
    if (before == null || after == null || after.starts() == 0) {
      isCounted = false;
    } else {
      removedRows += (double) (before.rows() - after.rows()) / after.starts();
    }
  }

  /** Adds the condition, then properties that follow it, then the number of removed rows. */
  void addTo(List<ExplainProperty> properties, List<ExplainProperty> following) {
    if (!conditions.isEmpty()) {
      properties.add(ExplainProperty.text(key, PredicateText.conjunction(conditions)));
    }
    properties.addAll(following);
    if (!conditions.isEmpty() && isCounted) {
      String name = "Rows Removed by " + key;
      long rows = Math.round(Math.rint(removedRows));
      if (rows > 0) {
        properties.add(ExplainProperty.line(name, Long.toString(rows)));
      }
      properties.add(ExplainProperty.structured(name, rows));
    }
  }
}
