package dev.colonnade.sql.profile;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operator of a displayed plan, with its attributes and metrics.
 *
 * @param attributes of the operator, by name and in the order in which they are shown
 * @param output the names of its columns
 * @param rowEstimate number of rows that the planner estimated
 * @param metrics of its execution; null if it did not run
 */
public record PlanNode(
    String name,
    Map<String, String> attributes,
    List<String> output,
    double rowEstimate,
    @Nullable OperatorMetrics metrics,
    List<PlanNode> inputs) {
  public PlanNode {
    requireNonNull(name, "name is null");
    requireNonNull(attributes, "attributes is null");
    output = List.copyOf(output);
    inputs = List.copyOf(inputs);
  }

  /** Returns whether the operator processes vectors. */
  boolean isOnVectors() {
    return name.startsWith("Vector");
  }
}
