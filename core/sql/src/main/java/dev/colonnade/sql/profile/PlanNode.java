package dev.colonnade.sql.profile;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operator of a plan and what is known of it.
 *
 * @param attributes what it does, by name and in the order in which they are shown
 * @param output the names of its columns
 * @param rowEstimate how many rows the planner took it to give
 * @param figures what it did; null if it did not run
 */
public record PlanNode(
    String name,
    Map<String, String> attributes,
    List<String> output,
    double rowEstimate,
    @Nullable OperatorFigures figures,
    List<PlanNode> inputs) {
  public PlanNode {
    requireNonNull(name, "name is null");
    requireNonNull(attributes, "attributes is null");
    output = List.copyOf(output);
    inputs = List.copyOf(inputs);
  }

  /** Whether it works on vectors. */
  boolean isOnVectors() {
    return name.startsWith("Vector");
  }
}
