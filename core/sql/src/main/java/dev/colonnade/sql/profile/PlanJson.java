package dev.colonnade.sql.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** JSON format of EXPLAIN, with PostgreSQL's property names where it has the property. */
public final class PlanJson {
  private static final String INDENT = "  ";

  private final ExplainDisplay display;

  private PlanJson(ExplainDisplay display) {
    this.display = display;
  }

  /** Returns an array of one object, as PostgreSQL writes it. */
  public static String of(PlanNode root, ExplainDisplay display, PlanTimes times) {
    PlanJson json = new PlanJson(display);
    List<String> members = new ArrayList<>();
    members.add("\"Plan\": " + json.node(root, INDENT + INDENT));
    if (display.summary()) {
      members.add("\"Planning Time\": " + millis(times.planningNanos()));
      if (display.analyze()) {
        members.add("\"Execution Time\": " + millis(times.executionNanos()));
      }
    }
    return "[\n" + INDENT + object(members, INDENT) + "\n]";
  }

  private String node(PlanNode node, String indent) {
    List<String> members = new ArrayList<>();
    members.add(member("Node Type", quoted(node.name())));
    members.add(member("Vectors", Boolean.toString(node.isOnVectors())));
    node.attributes().forEach((name, value) -> members.add(member(name, quoted(value))));
    if (display.costs()) {
      members.add(member("Plan Rows", Long.toString(Math.round(node.rowEstimate()))));
    }
    if (display.analyze()) {
      addMetrics(node.metrics() == null ? new OperatorMetrics() : node.metrics(), members);
    }
    if (display.verbose()) {
      members.add(
          member(
              "Output",
              "["
                  + String.join(", ", node.output().stream().map(PlanJson::quoted).toList())
                  + "]"));
    }
    if (!node.inputs().isEmpty()) {
      String inner = indent + INDENT + INDENT;
      List<String> inputs = node.inputs().stream().map(input -> node(input, inner)).toList();
      members.add(
          member(
              "Plans",
              "[\n" + inner + String.join(",\n" + inner, inputs) + "\n" + indent + INDENT + "]"));
    }
    return object(members, indent);
  }

  private void addMetrics(OperatorMetrics metrics, List<String> members) {
    long runs = Math.max(1, metrics.runs());
    if (display.timing()) {
      members.add(member("Actual Startup Time", millis(metrics.startupNanos() / runs)));
      members.add(member("Actual Total Time", millis(metrics.nanos() / runs)));
    }
    members.add(member("Actual Rows", Long.toString(metrics.rows() / runs)));
    members.add(member("Actual Loops", Long.toString(metrics.runs())));
    if (display.buffers()) {
      members.add(member("Actual Batches", Long.toString(metrics.batches())));
      members.add(member("Actual Bytes", Long.toString(metrics.bytes())));
    }
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", PlanTimes.millis(nanos));
  }

  private static String member(String name, String value) {
    return quoted(name) + ": " + value;
  }

  private static String object(List<String> members, String indent) {
    String separator = ",\n" + indent + INDENT;
    return "{\n" + indent + INDENT + String.join(separator, members) + "\n" + indent + "}";
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
