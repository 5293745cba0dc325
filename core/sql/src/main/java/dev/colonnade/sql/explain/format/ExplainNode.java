package dev.colonnade.sql.explain.format;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Displayed operator of a plan.
 *
 * @param title first line of the text format, with costs and times
 * @param identity properties that structured formats show before the relationship to the parent:
 *     the node type and its variants
 * @param properties all others, in the order in which they are shown
 * @param children in the order in which they are shown
 */
public record ExplainNode(
    String title,
    List<ExplainProperty> identity,
    List<ExplainProperty> properties,
    List<Child> children) {
  public ExplainNode {
    requireNonNull(title, "title is null");
    identity = List.copyOf(identity);
    properties = List.copyOf(properties);
    children = List.copyOf(children);
  }

  /** Relationships of a node to its parent. */
  public enum Relationship {
    INIT_PLAN("InitPlan"),
    OUTER("Outer"),
    INNER("Inner"),
    MEMBER("Member"),
    SUBQUERY("Subquery"),
    SUB_PLAN("SubPlan");

    private final String displayName;

    Relationship(String displayName) {
      this.displayName = displayName;
    }

    /** Returns the value of the property {@code Parent Relationship}. */
    public String displayName() {
      return displayName;
    }
  }

  /**
   * Input or subquery of a node.
   *
   * @param planName name of a subquery or of a common table expression, such as {@code SubPlan 1};
   *     null for an input
   */
  public record Child(Relationship relationship, @Nullable String planName, ExplainNode node) {
    public Child(Relationship relationship, @Nullable String planName, ExplainNode node) {
      this.relationship = requireNonNull(relationship, "relationship is null");
      this.planName = planName;
      this.node = requireNonNull(node, "node is null");
    }
  }
}
