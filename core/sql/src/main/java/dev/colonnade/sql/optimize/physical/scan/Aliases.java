package dev.colonnade.sql.optimize.physical.scan;

import dev.colonnade.sql.logical.LogicalSource;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Names of the relations of a plan, which are unique in it. One thread. */
final class Aliases {
  private final IdentityHashMap<LogicalSource, String> names = new IdentityHashMap<>();
  private final Map<String, Integer> uses = new HashMap<>();

  /**
   * Returns the name of a relation in the plan: with a number from the second one of the same name
   * on. A source that is planned again, for another algorithm above it, has the same name again.
   */
  String unique(LogicalSource source, String relation) {
    return names.computeIfAbsent(source, _ -> next(relation));
  }

  private String next(String relation) {
    int before = uses.merge(relation, 1, Integer::sum) - 1;
    return before == 0 ? relation : relation + "_" + before;
  }
}
