package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;

/** EXPLAIN with options by name. */
final class Explained {
  private static final QueryTimes TIMES = new QueryTimes(1_500_000, 2_000_000);

  private final Map<PhysicalPlan, OperatorStatistics> statistics = new IdentityHashMap<>();
  private final String options;

  private Explained(String options) {
    this.options = options;
  }

  /** Returns EXPLAIN with options as in the statement, without COSTS unless it is one of them. */
  static Explained with(String options) {
    return new Explained(options);
  }

  /** Returns the text format with only the layout of the plan. */
  static String text(PhysicalPlan plan) {
    return with("").of(plan);
  }

  static String verbose(PhysicalPlan plan) {
    return with("verbose").of(plan);
  }

  static String json(PhysicalPlan plan) {
    return with("json").of(plan);
  }

  /** Adds the statistics of an operator. */
  Explained measured(PhysicalPlan plan, OperatorStatistics measured) {
    statistics.put(plan, measured);
    return this;
  }

  String of(PhysicalPlan plan) {
    Explanation explanation = new Explanation(display(), statistics::get, _ -> "public");
    return String.join("\n", explanation.lines(plan, TIMES));
  }

  private PlanDisplay display() {
    ExplainFormat format = ExplainFormat.TEXT;
    for (ExplainFormat other : ExplainFormat.values()) {
      format = has(other.name().toLowerCase(Locale.ROOT)) ? other : format;
    }
    return new PlanDisplay(
        has("analyze"),
        has("verbose"),
        has("costs"),
        has("buffers"),
        has("timing"),
        has("summary"),
        format);
  }

  private boolean has(String option) {
    return options.contains(option);
  }
}
