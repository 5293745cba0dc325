package dev.colonnade.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text format of EXPLAIN, with PostgreSQL's terms where it has the property. */
public final class PlanText {
  private static final String INDENT = "  ";

  private final ExplainDisplay display;
  private final List<String> lines = new ArrayList<>();

  private PlanText(ExplainDisplay display) {
    this.display = display;
  }

  /** Returns one line for each operator, with its inputs below it and indented. */
  public static List<String> lines(PlanNode root, ExplainDisplay display, PlanTimes times) {
    PlanText text = new PlanText(display);
    text.write(root, "");
    if (display.summary()) {
      text.lines.add(time("Planning", times.planningNanos()));
      if (display.analyze()) {
        text.lines.add(time("Execution", times.executionNanos()));
      }
    }
    return text.lines;
  }

  private static String time(String what, long nanos) {
    return String.format(Locale.ROOT, "%s Time: %.3f ms", what, PlanTimes.millis(nanos));
  }

  private void write(PlanNode node, String indent) {
    String attributes =
        node.attributes().entrySet().stream()
            .map(entry -> entry.getKey() + "=[" + entry.getValue() + "]")
            .collect(Collectors.joining(", "));
    StringBuilder line = new StringBuilder(indent).append(node.name());
    if (!attributes.isEmpty()) {
      line.append('(').append(attributes).append(')');
    }
    if (display.costs()) {
      line.append(String.format(Locale.ROOT, " (rows=%.0f)", node.rowEstimate()));
    }
    if (display.analyze()) {
      line.append(actual(node));
    }
    lines.add(line.toString());
    if (display.verbose()) {
      lines.add(indent + INDENT + "Output: " + String.join(", ", node.output()));
    }
    node.inputs().forEach(input -> write(input, indent + INDENT));
  }

  /**
   * Returns the metrics of an operator; rows and times are averages of one run, as in PostgreSQL.
   */
  private String actual(PlanNode node) {
    OperatorMetrics metrics = node.metrics();
    if (metrics == null) {
      return " (never executed)";
    }
    StringBuilder text = new StringBuilder(" (actual ");
    if (display.timing()) {
      text.append(
          String.format(
              Locale.ROOT,
              "time=%.3f..%.3f ",
              PlanTimes.millis(metrics.startupNanos() / metrics.runs()),
              PlanTimes.millis(metrics.nanos() / metrics.runs())));
    }
    text.append("rows=").append(metrics.rows() / metrics.runs());
    text.append(" loops=").append(metrics.runs());
    if (display.buffers() && metrics.batches() > 0) {
      text.append(" batches=").append(metrics.batches());
      text.append(" bytes=").append(metrics.bytes());
    }
    return text.append(')').toString();
  }
}
