package dev.colonnade.sql.explain;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.explain.format.ExplainDocument;
import dev.colonnade.sql.explain.format.ExplainNode;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/** EXPLAIN of physical plans. Immutable. */
public final class Explanation {
  private final PlanDisplay display;
  private final StatisticsSource statistics;
  private final IntFunction<String> schemas;

  /**
   * Creates an explanation.
   *
   * @param statistics of the execution; {@link StatisticsSource#NONE} without ANALYZE
   * @param schemas the names of schemas by their ids
   */
  public Explanation(
      PlanDisplay display, StatisticsSource statistics, IntFunction<String> schemas) {
    this.display = requireNonNull(display, "display is null");
    this.statistics = requireNonNull(statistics, "statistics is null");
    this.schemas = requireNonNull(schemas, "schemas is null");
  }

  /** Returns the rows of the result for a plan. */
  public List<String> lines(PhysicalPlan plan, QueryTimes times) {
    if (plan instanceof ModifyPlan.TableChange change) {
      return lines(TableChange.of(change), change.source(), times);
    }
    ExplainContext context = new ExplainContext(display, statistics, schemas, plan, null);
    return lines(new PlanDescriber(context).query(plan).build(), times);
  }

  /** Returns the rows of the result for a change of a table by the rows of a plan. */
  public List<String> lines(TableChange change, PhysicalPlan source, QueryTimes times) {
    boolean isInsert = change.operation() == TableChange.Operation.INSERT;
    ExplainContext context =
        new ExplainContext(
            display, statistics, schemas, source, isInsert ? change.table().name() : null);
    Actual actual =
        new Actual(
            QueryTimes.millis((double) times.executionNanos()),
            QueryTimes.millis((double) times.executionNanos()),
            0,
            1);
    return lines(new PlanDescriber(context).change(change, source, actual).build(), times);
  }

  private List<String> lines(ExplainNode plan, QueryTimes times) {
    return display.format().lines(new ExplainDocument(plan, summary(times)));
  }

  private List<ExplainProperty> summary(QueryTimes times) {
    List<ExplainProperty> summary = new ArrayList<>();
    if (display.summary()) {
      addTime("Planning Time", times.planningNanos(), summary);
    }
    if (display.analyze()) {
      summary.add(new ExplainProperty.EmptyList("Triggers"));
    }
    if (display.summary() && display.analyze()) {
      addTime("Execution Time", times.executionNanos(), summary);
    }
    return summary;
  }

  private static void addTime(String key, long nanos, List<ExplainProperty> summary) {
    double millis = QueryTimes.millis((double) nanos);
    summary.add(ExplainProperty.line(key, String.format(Locale.ROOT, "%.3f ms", millis)));
    summary.add(ExplainProperty.structured(key, millis, 3));
  }
}
