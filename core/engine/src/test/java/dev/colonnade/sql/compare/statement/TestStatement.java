package dev.colonnade.sql.compare.statement;

import static java.util.Objects.requireNonNull;

/**
 * Statement of the comparison.
 *
 * @param isChange whether it changes rows, so that all tables are compared after it
 */
public record TestStatement(Node node, boolean isChange) {
  public TestStatement {
    requireNonNull(node, "node is null");
  }

  /** Returns a copy with another tree. */
  public TestStatement with(Node other) {
    return new TestStatement(other, isChange);
  }

  public String sql() {
    return node.sql();
  }
}
