package dev.colonnade.sql.optimize.physical.scan;

import java.util.HashMap;
import java.util.Map;

/** Names of the relations of a plan, which are unique in it. One thread. */
final class Aliases {
  private final Map<String, Integer> uses = new HashMap<>();

  /** Returns the name of a relation in the plan: with a number from its second occurrence on. */
  String unique(String relation) {
    int before = uses.merge(relation, 1, Integer::sum) - 1;
    return before == 0 ? relation : relation + "_" + before;
  }
}
