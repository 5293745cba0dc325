package dev.colonnade.sql.parse;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Lists of nodes as the parser gives them, of which it says that they may be null. */
public final class Nodes {
  private Nodes() {}

  /** The nodes of a list in which there is no null. */
  public static List<SqlNode> of(Iterable<? extends @Nullable SqlNode> nodes) {
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode node : nodes) {
      all.add(requireNonNull(node, "node is null"));
    }
    return all;
  }
}
