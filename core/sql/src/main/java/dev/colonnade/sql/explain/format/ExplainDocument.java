package dev.colonnade.sql.explain.format;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Displayed plan of one statement.
 *
 * @param plan root of the plan
 * @param summary properties of the whole execution, such as its time
 */
public record ExplainDocument(ExplainNode plan, List<ExplainProperty> summary) {
  public ExplainDocument {
    requireNonNull(plan, "plan is null");
    summary = List.copyOf(summary);
  }
}
