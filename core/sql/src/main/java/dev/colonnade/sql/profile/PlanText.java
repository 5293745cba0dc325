package dev.colonnade.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan as lines of text, in the words of PostgreSQL where it has such. */
public final class PlanText {
  private static final String INDENT = "  ";

  private final PlanDisplay display;
  private final List<String> lines = new ArrayList<>();

  private PlanText(PlanDisplay display) {
    this.display = display;
  }

  /** An operator on a line, those that feed it below it and indented. */
  public static List<String> lines(PlanNode root, PlanDisplay display, PlanTimes times) {
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

  /** Rows and times are those of one run, as in PostgreSQL. */
  private String actual(PlanNode node) {
    OperatorFigures figures = node.figures();
    if (figures == null) {
      return " (never executed)";
    }
    StringBuilder text = new StringBuilder(" (actual ");
    if (display.timing()) {
      text.append(
          String.format(
              Locale.ROOT,
              "time=%.3f..%.3f ",
              PlanTimes.millis(figures.startupNanos() / figures.runs()),
              PlanTimes.millis(figures.nanos() / figures.runs())));
    }
    text.append("rows=").append(figures.rows() / figures.runs());
    text.append(" loops=").append(figures.runs());
    if (display.buffers() && figures.batches() > 0) {
      text.append(" batches=").append(figures.batches());
      text.append(" bytes=").append(figures.bytes());
    }
    return text.append(')').toString();
  }
}
